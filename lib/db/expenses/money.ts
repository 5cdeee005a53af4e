import "server-only";
import { ObjectId } from "mongodb";
import { ledgerEntry, type LedgerEntry } from "@/lib/core/money/ledger";
import { mainPayer } from "@/lib/core/money/payers";
import type { Spent } from "@/lib/core/spending";
import {
  EQUAL_SPLIT,
  splitExpense,
  splitProblem,
  type Share,
  type Split,
  type SplitValue,
} from "@/lib/core/money/split";
import { invalid } from "@/lib/errors";
import type { ExpenseDoc } from "../collections";
import { sameIds, toIds } from "../ids";

/** The money of an expense as entered. */
type ExpenseMoney = {
  /** The amount, in cents. */
  cents: number;
  splitWith: readonly ObjectId[];
  /** How it is split: hex ids, valid for the amount. */
  split: Split;
  /** Who paid how many cents: hex ids, summing to the amount. */
  payers: readonly Share[];
};

type StoredMoney = Pick<
  ExpenseDoc,
  "cents" | "paidBy" | "payers" | "splitWith" | "split" | "shares" | "debts"
>;

/**
 * The stored form: the input and the resulting shares and debts. History does not change when a rule does
 * (docs/rules.md#splits).
 * @param expenseId determines who bears the odd cents
 * @param recorder preferred as the main payer if several paid most
 * @param kept the shares of this split, if there are some
 */
export function storedMoney(
  input: ExpenseMoney,
  expenseId: ObjectId,
  recorder: ObjectId,
  kept?: readonly Share[],
): StoredMoney {
  const people = input.splitWith.map((one) => one.toHexString());
  const shares = kept ?? splitExpense(input.cents, people, input.split, expenseId.toHexString());
  const { debts } = ledgerEntry(input.payers, shares);
  return {
    cents: input.cents,
    paidBy: new ObjectId(mainPayer(input.payers, recorder.toHexString())),
    payers: input.payers.map(storedShare),
    splitWith: [...input.splitWith],
    split: storedSplitOf(input.split),
    shares: shares.map(storedShare),
    debts: [...debts],
  };
}

/** A split as it is stored, whose ids were in hex. */
export const storedSplitOf = <Mode>({ mode, values }: { mode: Mode; values: readonly SplitValue[] }) => ({
  mode,
  values: values.map(({ user, value }) => ({ user: new ObjectId(user), value })),
});

/** The ledger entry of a stored expense. */
export function ledgerEntryOf(expense: Pick<ExpenseDoc, "payers" | "shares" | "debts">): LedgerEntry {
  return {
    payers: expense.payers.map(readShare),
    shares: expense.shares.map(readShare),
    debts: expense.debts,
  };
}

/** The fields of an expense that the figures of its event count. */
export type CountedExpense = LedgerEntry & Spent;

/** Extracts these fields from a stored expense. */
export function countedExpense(
  expense: Pick<ExpenseDoc, "payers" | "shares" | "debts" | "date" | "description" | "category">,
): CountedExpense {
  const { date, description, category } = expense;
  return { ...ledgerEntryOf(expense), date, description, ...(category && { category }) };
}

/** One person paid everything. */
export function paidByOne(payer: ObjectId, cents: number): Share[] {
  return [{ user: payer.toHexString(), cents }];
}

/**
 * The stored form after an update. Unless the amount or the split has changed, the shares stay the same: new ones could
 * assign the odd cents to someone else, because somebody with another id may have claimed a guest.
 * @throws AppError like {@link changedMoney}
 */
export function editedMoney(before: ExpenseDoc, change: Parameters<typeof changedMoney>[1]): StoredMoney {
  const input = changedMoney(before, change);
  const { cents, paidBy, payers, splitWith, split, shares, debts } = before;
  const same = changedMoney(before, { cents, splitWith });
  if (inputOf(input) !== inputOf(same)) {
    const sameSplit = inputOf({ ...input, payers: [] }) === inputOf({ ...same, payers: [] });
    const kept = sameSplit ? shares.map(readShare) : undefined;
    return storedMoney(input, before._id, before.createdBy, kept);
  }
  return { cents, paidBy, payers, splitWith, split, shares, debts };
}

/** The entered values as a text to compare. */
const inputOf = ({ cents, splitWith, split, payers }: ExpenseMoney): string =>
  JSON.stringify([
    cents,
    splitWith.map((id) => id.toHexString()).sort(),
    splitText(split),
    payers.map((payer) => `${payer.user}:${payer.cents}`).sort(),
  ]);

/** A split as a text to compare: the order of the people does not matter. */
export const splitText = ({ mode, values }: Split): string =>
  JSON.stringify([mode, values.map(({ user, value }) => `${user}:${value}`).sort()]);

/**
 * Fills in the fields that an update omits: payers and split stay the same if possible, so that basic clients preserve
 * what others entered.
 * @throws AppError "invalid" if several people paid and the amount has changed
 */
function changedMoney(
  before: ExpenseDoc,
  change: { cents: number; splitWith: readonly ObjectId[]; split?: Split; payers?: readonly Share[] },
): ExpenseMoney {
  const { cents, splitWith } = change;
  return {
    cents,
    splitWith,
    split: change.split ?? keptSplit(before, cents, splitWith),
    payers: change.payers ?? keptPayers(before, cents),
  };
}

/** The split of an expense as entered. */
export function storedSplit({ split: { mode, values } }: Pick<ExpenseDoc, "split">): Split {
  return { mode, values: values.map(({ user, value }) => ({ user: user.toHexString(), value })) };
}

/** The money of an expense in the form in which its history records changes of it. */
export function recordedMoney(
  expense: Pick<ExpenseDoc, "cents" | "splitWith" | "split" | "payers" | "shares">,
) {
  const payers = expense.payers.map(readShare);
  return {
    amount: expense.cents,
    payers: payers.length > 1 ? payers : payers.map(({ user }) => ({ user, cents: null })),
    split: { ...storedSplit(expense), people: expense.splitWith.map((one) => one.toHexString()) },
    shares: expense.shares.map(readShare),
  };
}

function keptSplit(before: ExpenseDoc, cents: number, splitWith: readonly ObjectId[]): Split {
  const split = storedSplit(before);
  return sameIds(splitWith, before.splitWith) && splitProblem(cents, split) === null ? split : EQUAL_SPLIT;
}

function keptPayers(before: ExpenseDoc, cents: number): Share[] {
  const [only, ...others] = before.payers;
  if (only && others.length === 0) return paidByOne(only.user, cents);
  if (cents === before.cents) return before.payers.map(readShare);
  throw invalid("payers", "Several people paid this expense: enter how much each of them paid.");
}

/** A share, or payment, as it is stored. */
export const storedShare = ({ user, cents }: Share) => ({ user: new ObjectId(user), cents });
/** A stored share, or payment, as an entered one. */
export const readShare = ({ user, cents }: { user: ObjectId; cents: number }): Share => ({
  user: user.toHexString(),
  cents,
});

/** The people whose share, or what they paid, differs between two versions; null: without the expense. $0.00 is no share. */
export function changedPeople(before: Sides | null, after: Sides | null): ObjectId[] {
  const differs = (side: keyof Sides) => {
    const [old, now] = [before, after].map(
      (one) => new Map(one?.[side].map(({ user, cents }) => [user.toHexString(), cents])),
    ) as [Map<string, number>, Map<string, number>];
    return [...new Set([...old.keys(), ...now.keys()])].filter(
      (user) => (old.get(user) ?? 0) !== (now.get(user) ?? 0),
    );
  };
  return toIds([...new Set([...differs("shares"), ...differs("payers")])]);
}

type Sides = Pick<ExpenseDoc, "shares" | "payers">;
