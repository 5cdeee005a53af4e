import { same, type Id } from "./rights";

/**
 * The relationship of a person to the viewer. `requested`: the viewer sent a request; `asked`: the person sent one;
 * `blocked`: the viewer blocked the person. A person who blocked the viewer is "not found" instead.
 */
export const RELATIONSHIPS = ["self", "none", "requested", "asked", "friends", "blocked"] as const;

export type Relationship = (typeof RELATIONSHIPS)[number];

/** Days for which an ignored request cannot be sent again. */
export const IGNORED_FOR_DAYS = 30;

/** The part of a friendship record that determines the relationship. Pending and ignored ones are friend requests. */
export type FriendshipState = {
  status: "pending" | "accepted" | "ignored" | "blocked";
  requestedBy: Id;
  /** Ignored, then withdrawn by the sender. */
  withdrawn?: boolean | undefined;
};

/**
 * Determines the relationship. The sender of an ignored request must not find out, so it still looks pending to them.
 * @param viewer id of the person who looks
 * @param user id of the other person
 * @param friendship the record of the two, null if there is none
 */
export function relationshipOf(viewer: Id, user: Id, friendship: FriendshipState | null): Relationship {
  if (same(viewer, user)) return "self";
  if (!friendship) return "none";
  const { status, withdrawn } = friendship;
  const requested = same(friendship.requestedBy, viewer);
  if (status === "blocked") return "blocked";
  if (status === "accepted") return "friends";
  if (status === "ignored") return requested && !withdrawn ? "requested" : "none";
  return requested ? "requested" : "asked";
}
