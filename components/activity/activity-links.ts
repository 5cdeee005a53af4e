import type { Route } from "next";
import type { Activity } from "@/lib/contract/activity";
import { eventPath, expensePath, groupPath } from "@/components/navigation/paths";

/**
 * The link of each activity to its expense, event, or group; undefined if that is deleted.
 * @param rows latest first, from the latest on, because the latest activity of an expense, event, or group tells
 * whether it exists
 */
export function activityLinks(rows: readonly Activity[]): (Route | undefined)[] {
  const isThere = new Map<string, boolean>();
  const deleted = (id: string | null) => id !== null && isThere.get(id) === false;
  return rows.map(({ kind, group, eventId, expenseId }) => {
    const [thing, happened] = kind.split("-");
    const id =
      thing === "expense" ? expenseId : thing === "event" ? eventId : thing === "group" ? group._id : null;
    if (id && !isThere.has(id)) isThere.set(id, happened !== "deleted");
    if (deleted(group._id) || deleted(eventId) || deleted(expenseId)) return undefined;
    if (!eventId) return groupPath(group._id);
    return expenseId ? expensePath(group._id, eventId, expenseId) : eventPath(group._id, eventId);
  });
}
