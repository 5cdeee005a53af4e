import "server-only";
import { readInGroup, type Viewer } from "@/lib/server/access";
import { centsToDollars } from "@/lib/core/money/money";
import { mayChangeExpense, mayRestoreEvent } from "@/lib/core/rights";
import { memberSince } from "@/lib/db/activity";
import { listDeleted, listDeletedGroups } from "@/lib/db/groups/deleted";
import type { PageRequest } from "@/lib/core/page";
import type { DeletedGroup, DeletedItem } from "@/lib/contract/groups";
import { toTitled } from "../serialize";
import { titledFor, withNames } from "../with-names";

/**
 * Loads the deleted expenses and events of a group, latest first. All members can see them; some can restore them.
 * @throws AppError "not-found"
 */
export async function deletedView(viewer: Viewer, groupId: string, page: PageRequest = {}) {
  const [{ group, people }, pageSince] = await readInGroup(viewer, groupId, (id) =>
    listDeleted(viewer._id, id, page),
  );
  const items = await withNames(
    pageSince(memberSince(group, viewer._id)),
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
            eventTitle: titledFor(viewer._id, group, names, one.event).title,
            title: one.description,
            amount: centsToDollars(one.cents),
            // Nothing is restored into a deleted event, or a closed one.
            mayRestore:
              mayChangeExpense(viewer._id, one) && one.event.deletedAt === null && !one.event.closedAt,
          }
        : {
            kind: one.kind,
            eventId: one._id.toHexString(),
            eventTitle: one.title,
            title: one.title,
            amount: centsToDollars(one.totalCents),
            mayRestore: mayRestoreEvent(viewer._id, one, group, one.owing),
          }),
    }),
  );
  return { title: group.title, ...items };
}

/** The deleted groups that the viewer can restore. */
export async function deletedGroupsView(viewer: Viewer): Promise<DeletedGroup[]> {
  return (await listDeletedGroups(viewer._id)).map((group) => ({
    ...toTitled(group),
    icon: group.icon,
    deletedAt: group.deletedAt!.toISOString(),
  }));
}
