import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { partsOf } from "@/lib/core/events";
import type { PairNet } from "@/lib/core/money/ledger";
import { MAX_ROWS } from "@/lib/core/page";
import { netByPerson } from "@/lib/core/money/payments";
import { collections, type EventDoc, type GroupDoc } from "../collections";
import { toIds, uniqueIds } from "../ids";
import { aggregate, findAll, lookup, unionWith } from "../page";
import { pairTitle } from "../friends/pair-group";
import { lookupPeople, type PersonDoc } from "../people";

/** An event with unsettled payments, and the net of each person: cents by hex id, negative if they owe. */
type UnsettledEventRow = { _id: ObjectId; title: string; nets: Map<string, number> };

type Payments = { event: EventDoc; payments: { users: [ObjectId, ObjectId]; net: number }[] };

/**
 * Lists the events of a group that have unsettled payments: at most 100, newest first. One command.
 * @param person only payments of this person; default: all, with the net of each pair over all events as `debts`
 * @returns `more`: there are more than {@link MAX_ROWS} payments, and only the first ones are included
 */
export async function listUnsettledEvents(
  groupId: ObjectId,
  person?: ObjectId,
): Promise<{ events: UnsettledEventRow[]; debts: PairNet[]; more: boolean }> {
  const { settlements } = await collections();
  const unsettled = { groupId, settled: false, deletedAt: null };
  const ofPairs = unionWith("settlements", [
    { $match: unsettled },
    { $limit: MAX_ROWS + 1 },
    { $group: { _id: "$pair", net: { $sum: "$net" } } },
    { $match: { net: { $ne: 0 } } },
    { $project: { _id: 0, pair: "$_id", net: 1 } },
  ]);
  const found = await aggregate<Payments | PairNet>(settlements, [
    { $match: { ...unsettled, ...(person && { users: person }) } },
    { $limit: MAX_ROWS + 1 },
    { $group: { _id: "$eventId", payments: { $push: { users: "$users", net: "$net" } } } },
    lookup({ from: "events", localField: "_id", foreignField: "_id", as: "event" }, [
      { $project: { title: 1, date: 1 } },
    ]),
    { $unwind: "$event" },
    { $sort: { "event.date": -1, _id: -1 } },
    { $limit: 100 },
    ...(person ? [] : [ofPairs]),
  ]);
  const isPair = (row: Payments | PairNet): row is PairNet => "pair" in row;
  const events = found.filter((row): row is Payments => !isPair(row));
  const payments = events.reduce((sum, event) => sum + event.payments.length, 0);
  return {
    events: events.map(toUnsettledEvent),
    debts: found.filter(isPair),
    more: payments > MAX_ROWS,
  };
}

function toUnsettledEvent({ event, payments }: Payments): UnsettledEventRow {
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
}

/**
 * Events with unsettled payments of the user, in groups that they are a member of: any 100, newest first; ids in hex.
 */
export async function listOpenEvents(user: ObjectId) {
  const { settlements } = await collections();
  const found = await aggregate<{ event: EventDoc; group: GroupDoc; people: PersonDoc[] }>(settlements, [
    { $match: { users: user, settled: false, deletedAt: null } },
    { $group: { _id: "$eventId" } },
    { $limit: 100 },
    { $lookup: { from: "events", localField: "_id", foreignField: "_id", as: "event" } },
    { $unwind: "$event" },
    { $lookup: { from: "groups", localField: "event.groupId", foreignField: "_id", as: "group" } },
    { $unwind: "$group" },
    { $match: { "group.members": user } },
    { $sort: { "event.date": -1, _id: -1 } },
    {
      $addFields: {
        pair: { $cond: [{ $ne: [{ $ifNull: ["$group.pair", ""] }, ""] }, "$group.members", []] },
      },
    },
    lookupPeople("pair", "people"),
    {
      $project: {
        "event._id": 1,
        "event.title": 1,
        people: 1,
        "group._id": 1,
        "group.title": 1,
        "group.pair": 1,
      },
    },
  ]);
  return found.map(({ event, group, people }) => {
    const nameOf = (id: ObjectId) => people.find(({ _id }) => _id.equals(id))?.name;
    const toTitled = ({ _id, title }: { _id: ObjectId; title: string }) => ({
      _id: _id.toHexString(),
      title: group.pair === undefined ? title : pairTitle(user, group, nameOf),
    });
    return { ...toTitled(event), group: toTitled(group) };
  });
}

/** Whether the user owes or is owed anything in one of these groups, which this transaction has locked or changed. */
export async function hasUnsettled(
  person: ObjectId,
  groupIds: readonly ObjectId[],
  session: ClientSession,
): Promise<boolean> {
  const { settlements } = await collections();
  const unsettled = await settlements.findOne(
    { groupId: { $in: [...groupIds] }, users: person, settled: false, deletedAt: null },
    { session, projection: { _id: 1 } },
  );
  return unsettled !== null;
}

/** Who has a part in an event, or an open payment, which remains if somebody has paid for an expense that is gone. */
export async function listConcerned(
  { _id, tally }: Pick<EventDoc, "_id" | "tally">,
  session: ClientSession,
): Promise<ObjectId[]> {
  const { settlements } = await collections();
  const unsettled = { eventId: _id, settled: false, deletedAt: null };
  const open = await findAll(settlements, unsettled, { session, projection: { users: 1 } });
  const involved = toIds(partsOf(tally).map(({ user }) => user));
  return uniqueIds([...involved, ...open.flatMap(({ users }) => users)]);
}
