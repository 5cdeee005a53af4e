import "server-only";
import type { ObjectId } from "mongodb";
import { collections, type EventDoc } from "./collections";
import { SINGLE_BATCH } from "./page";

/** An event with unsettled payments, and the net of each person: cents by hex id, negative if they owe. */
export type UnsettledEvent = { _id: ObjectId; title: string; nets: Map<string, number> };

/**
 * Lists the events of a group that have unsettled payments: at most 100, newest first. One command.
 * @param person only payments of this person; default all
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
      { batchSize: SINGLE_BATCH },
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
