import { ObjectId } from "mongodb";
import { netDeltas, pairKey, parsePair, type PairNet } from "@/lib/core/money/ledger";
import { mainPayer } from "@/lib/core/money/payers";
import { entriesOf, type SpendingFigures } from "@/lib/core/money/spending";
import { sumByKey } from "@/lib/core/money/totals";
import type {
  ActivityDoc,
  EventDoc,
  ExpenseDoc,
  GroupDoc,
  SettlementDoc,
  SpendingDoc,
  TransferDoc,
} from "./collections";
import { uniqueIds } from "./ids";

// The documents of a group after one person has taken the place of another: what the two had is added up, and what was
// between them disappears (docs/rules.md#guests). Pure functions; lib/db/claims.ts applies them.

/** Who takes whose place. */
export type Merge = { from: ObjectId; to: ObjectId };

const hexes = ({ from, to }: Merge) => ({ from: from.toHexString(), to: to.toHexString() });

const idIn = (merge: Merge) => (id: ObjectId) => (id.equals(merge.from) ? merge.to : id);

const idsIn = (merge: Merge, ids: readonly ObjectId[]) => uniqueIds(ids.map(idIn(merge)));

/** A debt between two people. @returns null if it was between the two who are now one */
export function mergedDebt<Debt extends PairNet>(debt: Debt, merge: Merge): Debt | null {
  const { from, to } = hexes(merge);
  const [a, b] = parsePair(debt.pair).map((id) => (id === from ? to : id)) as [string, string];
  if (a === b) return null;
  return { ...debt, pair: pairKey(a, b), net: a < b ? debt.net : -debt.net };
}

function mergedDebts(debts: readonly PairNet[], merge: Merge): PairNet[] {
  const kept = debts.flatMap((debt) => mergedDebt(debt, merge) ?? []);
  return netDeltas(null, { debts: kept });
}

/** The parts of an expense by person, those of the two added up. */
function mergedParts<Part extends { user: ObjectId }, Key extends keyof Part>(
  parts: readonly Part[],
  key: Key,
  merge: Merge,
): Part[] {
  const users = parts.map(({ user }) => idIn(merge)(user));
  const sums = sumByKey(parts.map((part, index) => [users[index]!.toHexString(), part[key] as number]));
  return uniqueIds(users).map(
    (user) => ({ user, [key]: sums.get(user.toHexString()) ?? 0 }) as unknown as Part,
  );
}

/**
 * An expense. Everyone's payments, shares, and debts with others stay the same to the cent. If both shared it, its split is
 * entered by amounts from now on, because no other mode would give the same shares.
 */
export function mergedExpense(expense: ExpenseDoc, merge: Merge): ExpenseDoc {
  const { splitWith, split } = expense;
  const payers = mergedParts(expense.payers, "cents", merge);
  const shares = mergedParts(expense.shares, "cents", merge);
  const people = idsIn(merge, splitWith);
  const createdBy = idIn(merge)(expense.createdBy);
  const both = people.length < splitWith.length;
  const byAmounts = {
    mode: "amounts" as const,
    values: shares.map(({ user, cents }) => ({ user, value: cents })),
  };
  const paid = payers.map(({ user, cents }) => ({ user: user.toHexString(), cents }));
  return {
    ...expense,
    payers,
    paidBy: new ObjectId(mainPayer(paid, createdBy.toHexString())),
    splitWith: people,
    split: both ? byAmounts : { ...split, values: mergedParts(split.values, "value", merge) },
    shares,
    debts: mergedDebts(expense.debts, merge),
    createdBy,
    ...deletionIn(expense, merge),
    rev: expense.rev + 1,
  };
}

export function mergedEvent(event: EventDoc, merge: Merge): EventDoc {
  const { from, to } = hexes(merge);
  const { [from]: theirs, ...tally } = event.tally;
  const own = tally[to] ?? { paid: 0, share: 0 };
  const sum = theirs && { paid: own.paid + theirs.paid, share: own.share + theirs.share };
  return {
    ...event,
    participants: idsIn(merge, event.participants),
    createdBy: idIn(merge)(event.createdBy),
    ...(event.closedBy && { closedBy: idIn(merge)(event.closedBy) }),
    tally: sum ? { ...tally, [to]: sum } : tally,
    ...deletionIn(event, merge),
    rev: event.rev + 1,
  };
}

export function mergedSpending(stored: SpendingDoc, merge: Merge): SpendingDoc {
  const { from, to } = hexes(merge);
  const figures: SpendingFigures = {};
  for (const { part, user, cents } of entriesOf(stored)) {
    const people = (figures[part] ??= {});
    const person = user === from ? to : user;
    people[person] = (people[person] ?? 0) + cents;
  }
  return { ...stored, figures };
}

/** A settlement. @returns null if it was between the two */
export function mergedSettlement(settlement: SettlementDoc, merge: Merge): SettlementDoc | null {
  const debt = mergedDebt(settlement, merge);
  if (!debt) return null;
  const [lo, hi] = parsePair(debt.pair);
  return {
    ...debt,
    users: [new ObjectId(lo), new ObjectId(hi)],
    settledBy: settlement.settledBy && idIn(merge)(settlement.settledBy),
    ...deletionIn(settlement, merge),
  };
}

/** A plan's part in an event: for each person, the transfers of the plan still sum to zero. */
export function mergedTransfer(transfer: TransferDoc, merge: Merge): TransferDoc {
  return {
    ...transfer,
    debts: mergedDebts(transfer.debts, merge),
    replaced: mergedDebts(transfer.replaced, merge),
    createdBy: idIn(merge)(transfer.createdBy),
    ...deletionIn(transfer, merge),
  };
}

/** The group, in which the one who takes over has been a member for as long as either of the two. */
export function mergedGroup(group: GroupDoc, merge: Merge): GroupDoc {
  const { from, to } = hexes(merge);
  const { [from]: theirs, ...since } = group.memberSince ?? {};
  const wasMember = group.members.some((id) => id.equals(merge.to));
  const [ours, other] = [since[to] ?? group.createdAt, theirs ?? group.createdAt];
  return {
    ...group,
    members: idsIn(merge, group.members),
    formerMembers: idsIn(merge, group.formerMembers),
    memberSince: { ...since, [to]: wasMember && ours < other ? ours : other },
    rev: group.rev + 1,
  };
}

/** @returns null if it was a payment between the two */
export function mergedActivity(activity: ActivityDoc, merge: Merge): ActivityDoc | null {
  const people = activity.people.map(idIn(merge));
  if (people.length === 2 && people[0]?.equals(people[1]) && activity.kind.startsWith("payment-"))
    return null;
  return {
    ...activity,
    actor: idIn(merge)(activity.actor),
    people: uniqueIds(people),
    visibleTo: activity.visibleTo && idsIn(merge, activity.visibleTo),
    changes: renamed(activity.changes, merge),
  };
}

/** Old and new values in the history, in which people are ids in hex. */
function renamed<T>(value: T, merge: Merge): T {
  const { from, to } = hexes(merge);
  const walk = (part: unknown): unknown => {
    if (part === from) return to;
    if (Array.isArray(part)) {
      const all = part.map(walk);
      return all.every((one) => typeof one === "string") ? [...new Set(all)] : all;
    }
    if (typeof part !== "object" || part === null || Object.getPrototypeOf(part) !== Object.prototype)
      return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, walk(one)]));
  };
  return walk(value) as T;
}

function deletionIn({ deletedBy }: { deletedBy?: ObjectId | null }, merge: Merge) {
  return deletedBy ? { deletedBy: idIn(merge)(deletedBy) } : {};
}
