import "server-only";
import type { Document, ObjectId } from "mongodb";
import { fnv1a } from "@/lib/core/fnv1a";
import { MAX_ROWS } from "@/lib/core/page";
import { collections } from "./collections";
import { aggregate, lookup } from "./page";

// The text that open screens compare to notice changes (docs/rules.md#screens). Every write in a group of which
// its members see something locks the group with `touched`, so nothing else has to be stored.

type Counted = { _id: unknown; count: number; latest: unknown };

/** The fields that the stages of {@link revisionStages} add. */
export type RevisionFields = {
  groups: (Counted & { writes: number })[];
  friends: Counted[];
  asked: Counted[];
  unread: { count: number }[];
};

const count = (latest: string) => ({ count: { $sum: 1 }, latest: { $max: latest } });

/**
 * Pipeline stages that load what {@link revisionOf} reads, all of it by index, for documents with a field `user`.
 * Changes that the user must not notice, such as that their request was ignored, do not affect it.
 */
export const revisionStages = (user: ObjectId): Document[] => [
  lookup({ from: "groups", localField: "user", foreignField: "members", as: "groups" }, [
    { $match: { deletedAt: null } },
    { $group: { _id: null, writes: { $sum: "$touched" }, ...count("$_id") } },
  ]),
  lookup({ from: "friendships", localField: "user", foreignField: "users", as: "friends" }, [
    { $match: { $or: [{ status: "accepted" }, { status: "pending", requestedBy: { $ne: user } }] } },
    { $group: { _id: "$status", ...count("$createdAt") } },
    { $sort: { _id: 1 } },
  ]),
  lookup({ from: "groupRequests", localField: "user", foreignField: "to", as: "asked" }, [
    { $match: { deletedAt: null } },
    // An invitation shows the title and the icon of its group.
    lookup({ from: "groups", localField: "groupId", foreignField: "_id", as: "group" }, [
      { $project: { rev: 1 } },
    ]),
    { $unwind: { path: "$group", preserveNullAndEmptyArrays: true } },
    { $group: { _id: null, edits: { $sum: "$group.rev" }, ...count("$createdAt") } },
  ]),
  lookup({ from: "notices", localField: "user", foreignField: "userId", as: "unread" }, [
    { $match: { read: false } },
    { $limit: MAX_UNREAD },
    { $group: { _id: null, count: { $sum: 1 } } },
  ]),
];

/**
 * A text that changes whenever something that a user can see has changed: the number of writes in their groups, a
 * hyphen, and a hash of the rest.
 */
export function revisionOf({ groups, friends, asked }: RevisionFields): string {
  const { writes, ...group } = groups[0] ?? { writes: 0 };
  return `${writes}-${fnv1a(JSON.stringify([group, friends, asked])).toString(36)}`;
}

/** More unread notices are not counted. */
const MAX_UNREAD = 99;

/** The number of pending friend requests and invitations that the user sees, each at most {@link MAX_ROWS}, and of unread notices. */
export const requestsOf = ({ friends, asked, unread }: RevisionFields) => ({
  notices: unread[0]?.count ?? 0,
  friend: Math.min(friends.find(({ _id }) => _id === "pending")?.count ?? 0, MAX_ROWS),
  group: Math.min(asked[0]?.count ?? 0, MAX_ROWS),
});

/** {@link requestsOf} a user whose session was read without them. One command. */
export async function countRequests(user: ObjectId): Promise<ReturnType<typeof requestsOf>> {
  const { users } = await collections();
  const self = [{ $match: { _id: user } }, { $addFields: { user } }, ...revisionStages(user)];
  const [found] = await aggregate<RevisionFields>(users, self);
  return requestsOf(found ?? { groups: [], friends: [], asked: [], unread: [] });
}
