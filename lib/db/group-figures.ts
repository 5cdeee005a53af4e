import "server-only";
import type { ObjectId } from "mongodb";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import type { PairNet } from "@/lib/core/money/ledger";
import { collections } from "./collections";
import { SINGLE_BATCH } from "./page";

export type GroupFigures = {
  /** The user's balance in each event, by its id in hex: cents, negative if the user owes, without zeros. */
  events: Map<string, number>;
  /** What each member is owed in the group, by id in hex: cents, negative if they owe, without zeros. */
  members: Map<string, number>;
  /** The first {@link MAX_PEOPLE} open payments. */
  open: PairNet[];
  /** The events that are part of a plan of the group. */
  planned: string[];
};

type Row =
  | { event: ObjectId; cents: number }
  | { member: ObjectId; cents: number }
  | { open: PairNet }
  | { planned: ObjectId };

/** The balances in a group, as one of its members sees them. One command. */
export async function getGroupFigures(user: ObjectId, groupId: ObjectId): Promise<GroupFigures> {
  const { settlements, balances, transfers } = await collections();
  // The net is what the first of a pair owes the second.
  const owes = { $eq: [{ $arrayElemAt: ["$users", 0] }, user] };
  const unsettled = { groupId, settled: false, deletedAt: null };
  const rows = await settlements
    .aggregate<Row>(
      [
        { $match: { ...unsettled, users: user } },
        {
          $group: {
            _id: "$eventId",
            cents: { $sum: { $cond: [owes, { $multiply: ["$net", -1] }, "$net"] } },
          },
        },
        { $match: { cents: { $ne: 0 } } },
        { $project: { _id: 0, event: "$_id", cents: 1 } },
        {
          $unionWith: {
            coll: balances.collectionName,
            pipeline: [
              { $match: { other: groupId, kind: "group", cents: { $ne: 0 } } },
              { $project: { _id: 0, member: "$user", cents: 1 } },
            ],
          },
        },
        {
          $unionWith: {
            coll: settlements.collectionName,
            pipeline: [
              { $match: unsettled },
              { $limit: MAX_PEOPLE },
              { $project: { _id: 0, open: { pair: "$pair", net: "$net" } } },
            ],
          },
        },
        {
          $unionWith: {
            coll: transfers.collectionName,
            pipeline: [
              { $match: { groupId, of: "group", deletedAt: null } },
              { $group: { _id: "$eventId" } },
              { $project: { _id: 0, planned: "$_id" } },
            ],
          },
        },
      ],
      { batchSize: SINGLE_BATCH },
    )
    .toArray();
  const figures: GroupFigures = { events: new Map(), members: new Map(), open: [], planned: [] };
  for (const row of rows) {
    if ("event" in row) figures.events.set(row.event.toHexString(), row.cents);
    else if ("member" in row) figures.members.set(row.member.toHexString(), row.cents);
    else if ("open" in row) figures.open.push(row.open);
    else figures.planned.push(row.planned.toHexString());
  }
  return figures;
}
