import type { Activity } from "@/lib/contract/activity";

/**
 * The activities of plans that can be undone: the latest one of each event or group that was not undone since.
 * @param rows latest first, from the latest on
 * @returns ids of activities
 */
export function plansInUse(rows: readonly Activity[]): Set<string> {
  const undone = new Set<string>();
  const places = new Set<string>();
  const found = new Set<string>();
  for (const { _id, kind, planId, eventId, group } of rows) {
    if (planId === undefined) continue;
    if (kind === "plan-undone") undone.add(planId);
    const place = eventId ?? group._id;
    if (kind !== "plan-applied" || undone.has(planId) || places.has(place)) continue;
    places.add(place);
    found.add(_id);
  }
  return found;
}
