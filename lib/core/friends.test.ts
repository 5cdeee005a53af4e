import { relationshipOf, type FriendshipState, type Relationship } from "./friends";

test.each<[label: string, user: string, friendship: FriendshipState | null, relationship: Relationship]>([
  ["oneself", "me", null, "self"],
  ["oneself, whatever a record says", "me", { status: "accepted", requestedBy: "me" }, "self"],
  ["a stranger", "you", null, "none"],
  ["the viewer has asked", "you", { status: "pending", requestedBy: "me" }, "requested"],
  ["the other one has asked", "you", { status: "pending", requestedBy: "you" }, "asked"],
  ["friends by the viewer's request", "you", { status: "accepted", requestedBy: "me" }, "friends"],
  ["friends by the other one's request", "you", { status: "accepted", requestedBy: "you" }, "friends"],
  [
    "the other one has ignored the viewer's request",
    "you",
    { status: "ignored", requestedBy: "me" },
    "requested",
  ],
  [
    "… and the viewer has withdrawn it",
    "you",
    { status: "ignored", requestedBy: "me", withdrawn: true },
    "none",
  ],
  ["the viewer has ignored theirs", "you", { status: "ignored", requestedBy: "you" }, "none"],
  ["the viewer has blocked them", "you", { status: "blocked", requestedBy: "you" }, "blocked"],
])("%s", (_, user, friendship, relationship) => {
  expect(relationshipOf("me", user, friendship)).toBe(relationship);
});
