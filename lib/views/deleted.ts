import "server-only";
import { requireGroup, type Viewer } from "@/lib/access";
import { centsToDollars } from "@/lib/core/money";
import { mayChangeExpense, mayDeleteEvent } from "@/lib/core/rights";
import { listDeleted, listDeletedGroups } from "@/lib/db/deleted";
import { getPeople } from "@/lib/db/users";
import type { DeletedGroup, DeletedItem } from "@/lib/schemas/answers";
import { namesOf } from "@/lib/serialize";

/**
 * The deleted expenses and events of a group. All members can see them; some can restore them.
 * @throws AppError "not-found"
 */
export async function deletedView(viewer: Viewer, groupId: string): Promise<DeletedItem[]> {
  return (await loadDeletedPage(viewer, groupId)).items;
}

/** Loads the page of a group's deleted items. @throws AppError "not-found" */
export async function loadDeletedPage(
  viewer: Viewer,
  groupId: string,
): Promise<{ title: string; items: DeletedItem[] }> {
  const { group, people } = await requireGroup(viewer, groupId);
  const { expenses, events } = await listDeleted(viewer._id, group);
  const items = [
    ...expenses.map((expense) => ({
      ...expense,
      kind: "expense" as const,
      eventId: expense.eventId,
      title: expense.description,
      mayRestore: mayChangeExpense(viewer._id, expense),
    })),
    ...events.map((event) => ({
      ...event,
      kind: "event" as const,
      eventId: event._id,
      cents: event.totalCents,
      mayRestore: mayDeleteEvent(viewer._id, event, group),
    })),
  ];
  const deleters = items.map(({ deletedBy }) => deletedBy!);
  const missing = deleters.filter((id) => !people.some(({ _id }) => _id.equals(id)));
  const names = namesOf([...people, ...(await getPeople(missing)).values()]);
  const answers = items
    .sort((a, b) => b.deletedAt!.getTime() - a.deletedAt!.getTime())
    .map(({ _id, kind, eventId, title, cents, deletedAt, deletedBy, mayRestore }) => ({
      _id: _id.toHexString(),
      kind,
      eventId: eventId.toHexString(),
      title,
      amount: centsToDollars(cents),
      deletedAt: deletedAt!.toISOString(),
      deletedBy: names(deletedBy!),
      mayRestore,
    }));
  return { title: group.title, items: answers };
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
