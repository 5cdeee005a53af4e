import "server-only";
import type { ObjectId } from "mongodb";
import type { LedgerEntry } from "@/lib/core/money/ledger";
import { formatCents, MAX_CENTS } from "@/lib/core/money/money";
import { mainPayer } from "@/lib/core/money/payers";
import { splitProblem, type Share } from "@/lib/core/money/split";
import { sumCents } from "@/lib/core/money/totals";
import type { ExpenseDoc } from "../collections";
import { storedSplit } from "../expense-money";
import { add, addDebt, type Sums } from "./sums";
import { guarded, type Report } from "./violation";

/**
 * Checks that an expense is consistent: payments and shares sum to the amount, and the debts follow from them.
 * @param entry its ledger entry
 */
export function checkExpense(expense: ExpenseDoc, entry: LedgerEntry, report: Report): void {
  const subject = `expense ${expense._id.toHexString()}`;
  const { cents } = expense;
  const say = (problem: string) => report({ subject, problem });
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > MAX_CENTS) say(`its amount is ${cents} cents`);
  guarded(subject, report, () => {
    checkParts("share", entry.shares, cents, say);
    checkParts("payment", entry.payers, cents, say);
    checkPeople(expense, entry, say);
  });
  guarded(subject, report, () => checkDebts(entry, say));
}

type Say = (problem: string) => void;

function checkParts(what: "share" | "payment", parts: readonly Share[], cents: number, say: Say): void {
  const least = what === "share" ? 0 : 1;
  if (parts.some((part) => !Number.isSafeInteger(part.cents) || part.cents < least)) {
    say(`a ${what} is not a whole number of cents`);
  } else {
    const sum = sumCents(parts.map((part) => part.cents));
    if (sum !== cents) say(`its ${what}s sum to ${formatCents(sum)}, not to ${formatCents(cents)}`);
  }
  if (new Set(parts.map(({ user }) => user)).size !== parts.length) {
    say(`a person is listed twice in its ${what}s`);
  }
}

function checkPeople(expense: ExpenseDoc, { payers, shares }: LedgerEntry, say: Say): void {
  const people = expense.splitWith.map(hex);
  const sharing = shares.map(({ user }) => user);
  if (!samePeople(sharing, people)) say("its shares and its split have different people");
  const { mode, values } = expense.split;
  const entered = values.map(({ user }) => hex(user));
  if (mode !== "equal" && !samePeople(entered, people)) {
    say("its input and its split have different people");
  } else if (splitProblem(expense.cents, storedSplit(expense))) {
    say("its input is not a split of its amount");
  }
  if (payers.length === 0) say("nobody paid it");
  else if (mainPayer(payers, hex(expense.createdBy)) !== hex(expense.paidBy)) {
    say("its main payer did not pay the most");
  }
}

const hex = (id: ObjectId) => id.toHexString();

/** In any order, but as often. Mostly, the order is the same. */
function samePeople(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  if (some.every((user, index) => user === others[index])) return true;
  return [...some].sort().join() === [...others].sort().join();
}

/** Each person's claims minus debts equal what they paid minus their share. */
function checkDebts({ payers, shares, debts }: LedgerEntry, say: Say): void {
  const nets: Sums = new Map();
  for (const { user, cents } of payers) add(nets, user, cents);
  for (const { user, cents } of shares) add(nets, user, -cents);
  for (const debt of debts) addDebt(nets, debt);
  for (const cents of nets.values()) {
    if (cents !== 0) return say("its debts are not what was paid minus the shares");
  }
}
