import "server-only";
import type { ObjectId } from "mongodb";
import { MAX_REPLACED } from "@/lib/core/limits";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import type { PairNet } from "@/lib/core/money/ledger";
import { collections, type SpendingDoc } from "../collections";
import { aggregate, unionWith } from "../page";

export type GroupFigures = {
  /** What the user is owed in each event by each other person: cents, negative if they owe. */
  mine: Owed[];
  /** What each member is owed in the group, by id in hex: cents, negative if they owe, without zeros. */
  members: Map<string, number>;
  /** The first {@link MAX_PEOPLE} open payments. */
  open: PairNet[];
  /** Whether more payments are open than a plan can replace. */
  tooManyOpen: boolean;
  /** The events that are part of a plan of the group. */
  planned: string[];
  /** The spending since a month. */
  spending: Pick<SpendingDoc, "month" | "figures">[];
};

/** Ids in hex. */
type Owed = { event: string; other: string; cents: number };

type Row =
  | { event: ObjectId; users: [ObjectId, ObjectId]; net: number }
  | { member: ObjectId; cents: number }
  | { open: PairNet }
  | { beyond: ObjectId }
  | { planned: ObjectId }
  | { spending: Pick<SpendingDoc, "month" | "figures"> };

/**
 * The figures of a group, as one of its members sees them. One command.
 * @param since a month, `2026-11`
 */
export async function getGroupFigures(
  user: ObjectId,
  groupId: ObjectId,
  since: string,
): Promise<GroupFigures> {
  const { settlements } = await collections();
  const unsettled = { groupId, settled: false, deletedAt: null };
  const rows = await aggregate<Row>(settlements, [
    { $match: { ...unsettled, users: user } },
    { $project: { _id: 0, event: "$eventId", users: 1, net: 1 } },
    unionWith("balances", [
      { $match: { other: groupId, kind: "group", cents: { $ne: 0 } } },
      { $project: { _id: 0, member: "$user", cents: 1 } },
    ]),
    unionWith("settlements", [
      { $match: unsettled },
      { $limit: MAX_PEOPLE },
      { $project: { _id: 0, open: { pair: "$pair", net: "$net" } } },
    ]),
    unionWith("settlements", [
      { $match: unsettled },
      { $skip: MAX_REPLACED },
      { $limit: 1 },
      { $project: { _id: 0, beyond: "$_id" } },
    ]),
    unionWith("transfers", [
      { $match: { groupId, of: "group", deletedAt: null } },
      { $group: { _id: "$eventId" } },
      { $project: { _id: 0, planned: "$_id" } },
    ]),
    unionWith("spending", [
      { $match: { groupId, month: { $gte: since }, deletedAt: null } },
      { $project: { _id: 0, spending: { month: "$month", figures: "$figures" } } },
    ]),
  ]);
  const figures: GroupFigures = {
    mine: [],
    members: new Map(),
    open: [],
    tooManyOpen: false,
    planned: [],
    spending: [],
  };
  for (const row of rows) {
    if ("event" in row) {
      // The net is what the first of a pair owes the second.
      const [first, second] = row.users;
      const [other, cents] = first.equals(user) ? [second, -row.net] : [first, row.net];
      figures.mine.push({ event: row.event.toHexString(), other: other.toHexString(), cents });
    } else if ("spending" in row) figures.spending.push(row.spending);
    else if ("member" in row) figures.members.set(row.member.toHexString(), row.cents);
    else if ("beyond" in row) figures.tooManyOpen = true;
    else if ("open" in row) figures.open.push(row.open);
    else figures.planned.push(row.planned.toHexString());
  }
  return figures;
}
