/** What a person is to the viewer: `requested`, the viewer has asked them; `asked`, they have asked the viewer. */
export type Relationship = "self" | "none" | "requested" | "asked" | "friends";

/** The part of a friendship that tells: pending ones are friend requests. */
export type FriendshipState = { status: "pending" | "accepted"; requestedBy: string };

/**
 * @param viewer id of the person who looks
 * @param user id of the person looked at
 * @param friendship the record of the two, null when there is none
 */
export function relationshipOf(
  viewer: string,
  user: string,
  friendship: FriendshipState | null,
): Relationship {
  if (viewer === user) return "self";
  if (!friendship) return "none";
  if (friendship.status === "accepted") return "friends";
  return friendship.requestedBy === viewer ? "requested" : "asked";
}
