import type { Event } from "@/lib/contract/events";
import type { Person } from "@/lib/contract/people";
import { useCall } from "@/lib/client/use-call";

/** A group that a file can be imported into. */
export type ImportTarget = {
  _id: string;
  title: string;
  members: readonly Person[];
  /** Those that are open, newest first. */
  events: readonly { _id: string; title: string }[];
};

/** The events that can change. */
export const openEvents = (events: readonly Event[]): ImportTarget["events"] =>
  events.flatMap(({ _id, title, closedAt }) => (closedAt === null ? [{ _id, title }] : []));

/** Loads one of the viewer's groups. @param groupId null: none */
export function useTarget(groupId: string | null): { target: ImportTarget | null; failed: boolean } {
  const group = useCall("GET /api/groups/{groupId}", groupId === null ? null : { params: { groupId } });
  const events = useCall("GET /api/events", groupId === null ? null : { query: { groupId } });
  const target =
    group.data && events.data
      ? {
          _id: group.data._id,
          title: group.data.title,
          members: group.data.members,
          events: openEvents(events.data),
        }
      : null;
  return { target, failed: !!(group.error ?? events.error) };
}
