import "server-only";
import type { ObjectId } from "mongodb";
import { collections, type EventDoc } from "./collections";
import { IN_ONE_BATCH } from "./page";

/** An event with unsettled payments, and what each person of them is owed: cents by hex id, negative where they owe. */
export type UnsettledEvent = { _id: ObjectId; title: string; nets: Map<string, number> };

/**
 * Events of a group with unsettled payments: at most 100, newest first. One command.
 * @param person only payments of this person; default: of everybody
 */
export async function listUnsettledEvents(groupId: ObjectId, person?: ObjectId): Promise<UnsettledEvent[]> {
  const { settlements } = await collections();
  const found = await settlements
    .aggregate<{ event: EventDoc; payments: { users: [ObjectId, ObjectId]; net: number }[] }>(
      [
        { $match: { groupId, settled: false, deletedAt: null, ...(person && { users: person }) } },
        { $group: { _id: "$eventId", payments: { $push: { users: "$users", net: "$net" } } } },
        {
          $lookup: {
            from: "events",
            localField: "_id",
            foreignField: "_id",
            pipeline: [{ $project: { title: 1, date: 1 } }],
            as: "event",
          },
        },
        { $unwind: "$event" },
        { $sort: { "event.date": -1, _id: -1 } },
        { $limit: 100 },
      ],
      { batchSize: IN_ONE_BATCH },
    )
    .toArray();
  return found.map(({ event, payments }) => {
    const nets = new Map<string, number>();
    const add = (user: ObjectId, cents: number) =>
      nets.set(user.toHexString(), (nets.get(user.toHexString()) ?? 0) + cents);
    for (const { users, net } of payments) {
      // The net is what the first of a pair owes the second.
      const [debtor, creditor] = users;
      add(debtor, -net);
      add(creditor, net);
    }
    return { _id: event._id, title: event.title, nets };
  });
}
