import "server-only";
import { requireGroup, type Viewer } from "@/lib/access";
import { centsToDollars } from "@/lib/core/money";
import type { Page } from "@/lib/core/page";
import { mayChangeExpense, mayDeleteEvent } from "@/lib/core/rights";
import { listDeleted, listDeletedGroups } from "@/lib/db/deleted";
import type { PageRequest } from "@/lib/db/page";
import type { DeletedGroup, DeletedItem } from "@/lib/schemas/answers";
import { withNames } from "./with-names";

/**
 * Loads the deleted expenses and events of a group, latest first. All members can see them; some can restore them.
 * @throws AppError "not-found"
 */
export async function deletedView(
  viewer: Viewer,
  groupId: string,
  page: PageRequest = {},
): Promise<Page<DeletedItem> & { title: string }> {
  const { group, people } = await requireGroup(viewer, groupId);
  const found = await listDeleted(viewer._id, group, page);
  const items = await withNames(
    found,
    people,
    ({ deletedBy }) => [deletedBy!],
    (one, names): DeletedItem => ({
      _id: one._id.toHexString(),
      deletedAt: one.deletedAt!.toISOString(),
      deletedBy: names(one.deletedBy!),
      ...(one.kind === "expense"
        ? {
            kind: one.kind,
            eventId: one.eventId.toHexString(),
            eventTitle: one.event.title,
            title: one.description,
            amount: centsToDollars(one.cents),
            // Nothing is restored into a deleted event.
            mayRestore: mayChangeExpense(viewer._id, one) && one.event.deletedAt === null,
          }
        : {
            kind: one.kind,
            eventId: one._id.toHexString(),
            eventTitle: one.title,
            title: one.title,
            amount: centsToDollars(one.totalCents),
            mayRestore: mayDeleteEvent(viewer._id, one, group),
          }),
    }),
  );
  return { title: group.title, ...items };
}

/** The groups that the viewer deleted and can restore. */
export async function deletedGroupsView(viewer: Viewer): Promise<DeletedGroup[]> {
  return (await listDeletedGroups(viewer._id)).map(({ _id, title, icon, deletedAt }) => ({
    _id: _id.toHexString(),
    title,
    icon,
    deletedAt: deletedAt!.toISOString(),
  }));
}
