import { aggregate } from "./page";
import "server-only";
import type { ObjectId } from "mongodb";
import { MAX_ROWS } from "@/lib/core/page";
import { collections } from "./collections";

/** The number of the user's pending friend requests and group invitations, each at most {@link MAX_ROWS}. One command. */
export async function countRequests(user: ObjectId): Promise<{ friend: number; group: number }> {
  const { friendships } = await collections();
  const rows = await aggregate<{ _id: "friend" | "group"; count: number }>(friendships, [
    { $match: { users: user, status: "pending", requestedBy: { $ne: user } } },
    { $limit: MAX_ROWS },
    { $project: { _id: 0, kind: { $literal: "friend" } } },
    {
      $unionWith: {
        coll: "groupRequests",
        pipeline: [
          { $match: { to: user, deletedAt: null } },
          { $limit: MAX_ROWS },
          { $project: { _id: 0, kind: { $literal: "group" } } },
        ],
      },
    },
    { $group: { _id: "$kind", count: { $sum: 1 } } },
  ]);
  const count = (kind: "friend" | "group") => rows.find(({ _id }) => _id === kind)?.count ?? 0;
  return { friend: count("friend"), group: count("group") };
}
