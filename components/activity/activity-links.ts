import type { Route } from "next";
import type { Activity } from "@/lib/contract/activity";
import { deletedGroupsPath, deletedPath, eventPath, expensePath, groupPath } from "@/lib/paths";

/**
 * The link of each activity to its expense, event, or group. If that is deleted, its deletion links to where it can be
 * restored, and the others to nothing.
 * @param rows latest first, from the latest on, because the latest activity of an expense, event, or group tells
 * whether it exists
 * @param isGuest the viewer is a guest, who has no such screens
 */
export function activityLinks(rows: readonly Activity[], isGuest = false): (Route | undefined)[] {
  const isThere = new Map<string, boolean>();
  const deleted = (id: string | null) => id !== null && isThere.get(id) === false;
  return rows.map(({ kind, group, eventId, expenseId }) => {
    const [thing, happened] = kind.split("-");
    const id =
      thing === "expense" ? expenseId : thing === "event" ? eventId : thing === "group" ? group._id : null;
    const isLatest = id !== null && !isThere.has(id);
    if (isLatest) isThere.set(id, happened !== "deleted");
    if (isLatest && happened === "deleted" && !isGuest) {
      if (thing === "group") return deletedGroupsPath;
      return deleted(group._id) ? undefined : deletedPath(group._id);
    }
    if (deleted(group._id) || deleted(eventId) || deleted(expenseId)) return undefined;
    if (!eventId) return groupPath(group._id);
    return expenseId ? expensePath(group._id, eventId, expenseId) : eventPath(group._id, eventId);
  });
}
