import "server-only";
import type { ObjectId } from "mongodb";
import { formatCents, MAX_CENTS } from "@/lib/core/money";
import { parsePair } from "@/lib/core/ledger";
import { mainPayer } from "@/lib/core/payers";
import { splitProblem } from "@/lib/core/split";
import { sumByKey, sumCents } from "@/lib/core/totals";
import type { ExpenseDoc } from "../collections";
import { ledgerEntryOf, splitOf } from "../expense-money";
import { guarded, type Violation } from "./violation";

const hex = (id: ObjectId) => id.toHexString();

/** Checks that an expense is consistent: payments and shares sum to the amount, and the debts follow from them. */
export function checkExpense(expense: ExpenseDoc): Violation[] {
  const subject = `expense ${hex(expense._id)}`;
  const { cents } = expense;
  const found = [
    ...(Number.isSafeInteger(cents) && cents >= 1 && cents <= MAX_CENTS
      ? []
      : [`its amount is ${cents} cents`]),
    ...checkParts("share", expense.shares, cents),
    ...checkParts("payment", expense.payers, cents),
    ...checkPeople(expense),
  ];
  return [
    ...found.map((problem) => ({ subject, problem })),
    ...guarded(subject, () => checkDebts(expense).map((problem) => ({ subject, problem }))),
  ];
}

function checkParts(what: "share" | "payment", parts: ExpenseDoc["shares"], cents: number): string[] {
  const found: string[] = [];
  const least = what === "share" ? 0 : 1;
  if (parts.some((part) => !Number.isSafeInteger(part.cents) || part.cents < least)) {
    found.push(`a ${what} is not a whole number of cents`);
  } else {
    const sum = sumCents(parts.map((part) => part.cents));
    if (sum !== cents) found.push(`its ${what}s sum to ${formatCents(sum)}, not to ${formatCents(cents)}`);
  }
  if (new Set(parts.map(({ user }) => hex(user))).size !== parts.length) {
    found.push(`a person is listed twice in its ${what}s`);
  }
  return found;
}

function checkPeople(expense: ExpenseDoc): string[] {
  const found: string[] = [];
  const people = (list: readonly { user: ObjectId }[]) =>
    list
      .map(({ user }) => hex(user))
      .sort()
      .join();
  const split = people(expense.splitWith.map((user) => ({ user })));
  if (people(expense.shares) !== split) found.push("its shares and its split have different people");
  if (expense.split.mode !== "equal" && people(expense.split.values) !== split) {
    found.push("its input and its split have different people");
  } else if (splitProblem(expense.cents, splitOf(expense))) {
    found.push("its input is not a split of its amount");
  }
  const payers = expense.payers.map(({ user, cents }) => ({ user: hex(user), cents }));
  if (payers.length === 0) found.push("nobody paid it");
  else if (mainPayer(payers, hex(expense.createdBy)) !== hex(expense.paidBy)) {
    found.push("its main payer did not pay the most");
  }
  return found;
}

/** Each person's claims minus debts equal what they paid minus their share. */
function checkDebts(expense: ExpenseDoc): string[] {
  const { payers, shares, debts } = ledgerEntryOf(expense);
  const nets = sumByKey([
    ...payers.map(({ user, cents }) => [user, cents] as const),
    ...shares.map(({ user, cents }) => [user, -cents] as const),
    ...debts.flatMap(({ pair, net }) => {
      const [lo, hi] = parsePair(pair);
      return [[lo, net] as const, [hi, -net] as const];
    }),
  ]);
  return nets.size === 0 ? [] : ["its debts are not what was paid minus the shares"];
}
