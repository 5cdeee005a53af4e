import { z } from "zod";
import { actorId, actorQuery, dollars, lookupId, titled } from "./fields";
import type { Event } from "./events";
import type { Group } from "./groups";
import { person, user } from "./people";
import type { Described } from "./operation";

const balance = dollars.describe("US dollars; negative: you owe, positive: you are owed");

const friendSummaryItem = person.extend({
  amount: balance,
  group: titled.optional().describe("the group of a guest"),
});
export type FriendSummaryItem = z.infer<typeof friendSummaryItem>;

/** An event on the home screen, with its group. */
export type RecentEvent = Pick<Event, "_id" | "title" | "date"> & {
  group: Pick<Group, "_id" | "title" | "icon">;
};

const overview = z.strictObject({
  groups: z.array(titled.extend({ icon: z.string(), balance })),
  friends: z.array(person.extend({ balance })),
});

export type Overview = z.infer<typeof overview>;

/** POST /api/users/blocks */
const blockUser = z.object({ blockedId: lookupId, userId: actorId });

export const friendOperations = {
  listFriends: {
    call: "GET /api/users/friends",
    summary: "The signed-in user's friends",
    tokens: "account",
    query: actorQuery,
    response: z.array(user),
  },
  friendSummary: {
    call: "GET /api/users/friends/summary",
    summary: "The net balance with each person with whom the signed-in user has unsettled payments",
    tokens: "account",
    query: actorQuery,
    response: z.array(friendSummaryItem),
  },
  overview: {
    call: "GET /api/users/overview",
    summary: "The signed-in user's groups and friends, with the balance in or with each",
    tokens: "account",
    query: actorQuery,
    response: overview,
  },
  deleteFriend: {
    call: "DELETE /api/users/friends/{friendId}",
    summary: "End a friendship",
    tokens: "account",
    query: actorQuery,
  },
  listBlocked: {
    call: "GET /api/users/blocks",
    summary: "The people whom the signed-in user has blocked",
    tokens: "account",
    query: actorQuery,
    response: z.array(person),
  },
  blockUser: {
    call: "POST /api/users/blocks",
    summary:
      "Block a person, who can then no longer find or invite the signed-in user, or send them requests",
    tokens: "account",
    body: blockUser,
  },
  unblockUser: {
    call: "DELETE /api/users/blocks/{blockedId}",
    summary: "End a block",
    tokens: "account",
    query: actorQuery,
  },
} as const satisfies Record<string, Described>;
