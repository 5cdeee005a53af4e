import type { Person } from "@/lib/contract/people";
import { useCall } from "@/lib/client/use-call";

/** Where a file can go, and who its people can be. */
export type ImportTarget = {
  /** Of the group; nobody if it does not exist yet. */
  members: readonly Person[];
  /** The group's newest events that are open. */
  events: readonly { _id: string; title: string }[];
  /** Those of the viewer. */
  friends: readonly Person[];
};

/** How many events are offered at most. */
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
