import "server-only";
import type { ObjectId } from "mongodb";
import { netByPerson } from "@/lib/core/payments";
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
    // The net is what the first of a pair owes the second.
    const debts = payments.map(({ users: [first, second], net }) => ({
      from: first.toHexString(),
      to: second.toHexString(),
      cents: net,
    }));
    const nets = netByPerson(debts);
    // A person with open payments that cancel out is listed, too.
    for (const { from, to } of debts) for (const one of [from, to]) nets.set(one, nets.get(one) ?? 0);
    return { _id: event._id, title: event.title, nets };
  });
}
