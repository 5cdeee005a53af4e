import { ObjectId } from "mongodb";
import { netDeltas, pairKey, parsePair, type PairNet } from "@/lib/core/money/ledger";
import { mainPayer } from "@/lib/core/money/payers";
import { proportionOf } from "@/lib/core/money/proportion";
import { MAX_WEIGHT, splitExpense, splitProblem } from "@/lib/core/money/split";
import type {
  ActivityDoc,
  EventDoc,
  ExpenseDoc,
  GroupDoc,
  ImportDoc,
  SeriesDoc,
  SettlementDoc,
  SplitsDoc,
  SpendingDoc,
  TransferDoc,
} from "../collections";
import { readShare, storedShare, storedSplit } from "../expenses/money";
import { peopleOfPair } from "../friends/pair-group";
import { includesId } from "../ids";

// The documents of a group after one id has replaced another: the amounts of the two are added up, and debts and
// payments between them disappear (docs/rules.md#guests). Pure functions; lib/db/guests/claims.ts applies them.

/** Who takes whose place. */
export type Merge = { from: ObjectId; to: ObjectId };

const hexes = ({ from, to }: Merge) => ({ from: from.toHexString(), to: to.toHexString() });

const idIn = (merge: Merge) => (id: ObjectId) => (id.equals(merge.from) ? merge.to : id);

/** A debt between two people. @returns null if it was between the two who are now one */
export function mergedDebt<Debt extends PairNet>(debt: Debt, merge: Merge): Debt | null {
  const { from, to } = hexes(merge);
  const [a, b] = parsePair(debt.pair).map((id) => (id === from ? to : id)) as [string, string];
  if (a === b) return null;
  return { ...debt, pair: pairKey(a, b), net: a < b ? debt.net : -debt.net };
}

/**
 * Replaces one id with another in a part of a document. A person who would then be in a list twice is in it once, with
 * the sum of the amounts; amounts by person and debts by pair are added up, too.
 */
function replaced<T>(part: T, merge: Merge): T;
function replaced(part: unknown, merge: Merge): unknown {
  if (part instanceof ObjectId) return idIn(merge)(part);
  if (part === hexes(merge).from) return hexes(merge).to;
  if (Array.isArray(part)) return replacedList(part, merge);
  if (!isPlain(part)) return part;
  const { from, to } = hexes(merge);
  const entries = Object.entries(part).map(([key, one]) => [key, replaced(one, merge)] as const);
  const theirs = entries.find(([key]) => key === from)?.[1];
  const rest = Object.fromEntries(entries.filter(([key]) => key !== from));
  return theirs === undefined ? rest : { ...rest, [to]: to in rest ? sumOf(rest[to], theirs) : theirs };
}

function replacedList(list: readonly unknown[], merge: Merge): unknown[] {
  if (list.some(isDebt))
    return netDeltas(null, { debts: list.filter(isDebt).flatMap((debt) => mergedDebt(debt, merge) ?? []) });
  const found = list.map((one) => replaced(one, merge));
  const isTheirs = (one: unknown) => String(isPlain(one) ? one.user : one) === hexes(merge).to;
  const [first, ...others] = found.filter(isTheirs);
  if (others.length === 0) return found;
  const sum = others.reduce(sumOf, first);
  return found.filter((one) => one === first || !isTheirs(one)).map((one) => (one === first ? sum : one));
}

/** Numbers are added up, also those in objects; of anything else, the first stays. */
function sumOf(a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (!isPlain(a) || !isPlain(b)) return a;
  return Object.fromEntries(Object.entries(a).map(([key, one]) => [key, sumOf(one, b[key])]));
}

const isPlain = (part: unknown): part is Record<string, unknown> =>
  typeof part === "object" && part !== null && Object.getPrototypeOf(part) === Object.prototype;

const isDebt = (part: unknown): part is PairNet => isPlain(part) && "pair" in part && "net" in part;

/**
 * An expense. Everyone's payments, shares, and debts with others stay the same to the cent. If both shared it, its
 * split is by amounts from now on, because no other mode would give the same shares.
 */
export function mergedExpense(expense: ExpenseDoc, merge: Merge): ExpenseDoc {
  const after = replaced(expense, merge);
  const both = after.splitWith.length < expense.splitWith.length;
  const paid = after.payers.map(readShare);
  return {
    ...after,
    paidBy: new ObjectId(mainPayer(paid, after.createdBy.toHexString())),
    split: both ? byAmounts(after.shares) : after.split,
    rev: expense.rev + 1,
  };
}

const byAmounts = (shares: ExpenseDoc["shares"]) => ({
  mode: "amounts" as const,
  values: shares.map(({ user, cents }) => ({ user, value: cents })),
});

/** An event, whose tally is that of both. */
export const mergedEvent = (event: EventDoc, merge: Merge): EventDoc => ({
  ...withPresets(replaced(event, merge)),
  rev: event.rev + 1,
});

/** Two places can have more shares than one may have, so that no preset could be saved: their proportion stays. */
function withPresets<Doc extends { splits?: SplitsDoc | undefined }>(doc: Doc): Doc {
  if (!doc.splits) return doc;
  const presets = doc.splits.presets.map((preset) => {
    const { mode, values } = preset.split;
    if (values.every(({ value }) => value <= MAX_WEIGHT)) return preset;
    const shares = proportionOf(values.map(({ value }) => value));
    const fitting = values.map(({ user }, index) => ({ user, value: Math.round(shares[index]! * 100) }));
    return { ...preset, split: { mode, values: fitting } };
  });
  return { ...doc, splits: { ...doc.splits, presets } };
}

/** Spending, or a plan's part in an event: for each person, the transfers of the plan still sum to zero. */
export const mergedSums = <Doc extends SpendingDoc | TransferDoc>(doc: Doc, merge: Merge): Doc =>
  replaced(doc, merge);

/** A settlement. @returns null if it was between the two */
export function mergedSettlement(settlement: SettlementDoc, merge: Merge): SettlementDoc | null {
  const debt = mergedDebt(settlement, merge);
  if (!debt) return null;
  const { pair, net } = debt;
  return { ...replaced(settlement, merge), pair, net, users: peopleOfPair(pair) };
}

/** The group. The account counts as a member for as long as either of the two. */
export function mergedGroup(group: GroupDoc, merge: Merge): GroupDoc {
  const { from, to } = hexes(merge);
  const { [from]: theirs, ...since } = group.memberSince ?? {};
  const wasMember = includesId(group.members, merge.to);
  const [ours, other] = [since[to] ?? group.createdAt, theirs ?? group.createdAt];
  // Replaced, devices that wait to take part as the guest would wait for the account.
  const waiting = group.waiting?.filter(({ guest }) => !guest.equals(merge.from));
  return {
    ...withPresets(replaced({ ...group, ...(waiting && { waiting }) }, merge)),
    memberSince: { ...since, [to]: wasMember && ours < other ? ours : other },
    rev: group.rev + 1,
  };
}

/**
 * An import. The people keep their positions and keys, by which rows know them, and those whom it has added their ids, so
 * that an undo notices the claim.
 */
export const mergedImport = (record: ImportDoc, merge: Merge): ImportDoc => ({
  ...record,
  createdBy: idIn(merge)(record.createdBy),
  people: record.people.map((one) => ({ ...one, user: idIn(merge)(one.user) })),
  canceled: record.canceled.flatMap((one) => mergedSettlement(one, merge) ?? []),
});

/** What repeats. From now on, the two have one part of it: in an even split, that of one person. */
export function mergedSeries(series: SeriesDoc, merge: Merge): SeriesDoc {
  const after = replaced(series, merge);
  const fits = splitProblem(series.cents, storedSplit(after)) === null;
  return { ...after, split: fits ? after.split : replaced(amountsOf(series), merge), rev: series.rev + 1 };
}

/** The split of a series by amounts: two adjustments can lower one share below zero, and two weights exceed the largest. */
function amountsOf(series: SeriesDoc): SeriesDoc["split"] {
  const people = series.splitWith.map((id) => id.toHexString());
  const shares = splitExpense(series.cents, people, storedSplit(series), series._id.toHexString());
  return byAmounts(shares.map(storedShare));
}

/** @returns null if it was a payment between the two */
export function mergedActivity(activity: ActivityDoc, merge: Merge): ActivityDoc | null {
  const after = replaced(activity, merge);
  const wasBetween = after.people.length === 1 && activity.people.length === 2;
  return wasBetween && activity.kind.startsWith("payment-") ? null : after;
}
