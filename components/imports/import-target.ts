import type { Person } from "@/lib/contract/people";
import { useCall } from "@/lib/client/use-call";

/** Where a file can be imported, and whom its people can be matched to. */
export type ImportTarget = {
  /** The members of the group; empty if it does not exist yet. */
  members: readonly Person[];
  /** The group's newest open events. */
  events: readonly { _id: string; title: string }[];
  /** The viewer's groups. */
  friends: readonly Person[];
};

/** The maximum number of events that are offered. */
const MOST_EVENTS = 50;

/** Loads what a file can be imported into. @param groupId null: a new group */
export function useTarget(groupId: string | null): {
  target: ImportTarget | null;
  failed: boolean;
  /** Loads it again. */
  retry: () => void;
} {
  const friends = useCall("GET /api/users/friends", {});
  const group = useCall("GET /api/groups/{groupId}", groupId === null ? null : { params: { groupId } });
  const query = groupId === null ? null : { query: { groupId, limit: MOST_EVENTS } };
  const events = useCall("GET /api/events", query);
  const isLoaded = groupId === null || (group.data && events.data);
  return {
    target:
      friends.data && isLoaded
        ? {
            members: group.data?.members ?? [],
            events: (events.data ?? []).filter(({ closedAt }) => closedAt === null),
            friends: friends.data,
          }
        : null,
    failed: !!(friends.error ?? group.error ?? events.error),
    retry() {
      for (const { mutate } of [friends, group, events]) void mutate();
    },
  };
}
