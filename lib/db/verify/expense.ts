import type { LedgerEntry } from "@/lib/core/money/ledger";
import { formatCents, MAX_CENTS } from "@/lib/core/money/money";
import { mainPayer } from "@/lib/core/money/payers";
import { splitProblem } from "@/lib/core/money/split";
import { sumByKey, sumCents } from "@/lib/core/money/totals";
import type { ExpenseDoc } from "../documents";
import { storedSplit } from "../expense-money";
import { hex } from "./people";
import { bothSides } from "./sums";
import type { Say } from "./violation";

/**
 * Checks that an expense is consistent: payments and shares sum to the amount, and the debts follow from them.
 * @param entry its ledger entry
 * @throws RangeError for a sum that is not exact
 */
export function checkExpense(expense: ExpenseDoc, entry: LedgerEntry, say: Say): void {
  const { cents } = expense;
  if (cents < 1 || cents > MAX_CENTS) say(`its amount is ${cents} cents`);
  const parts = [["share", entry.shares] as const, ["payment", entry.payers] as const];
  for (const [what, list] of parts) {
    const sum = sumCents(list.map((part) => part.cents));
    if (sum !== cents) say(`its ${what}s sum to ${formatCents(sum)}, not to ${formatCents(cents)}`);
    if (new Set(usersOf(list)).size !== list.length) say(`a person is listed twice in its ${what}s`);
  }
  const people = expense.splitWith.map(hex);
  const split = storedSplit(expense);
  if (!samePeople(usersOf(entry.shares), people)) say("its shares and its split have different people");
  if (split.mode !== "equal" && !samePeople(usersOf(split.values), people))
    say("its input and its split have different people");
  else if (splitProblem(cents, split)) say("its input is not a split of its amount");
  if (entry.payers.length === 0) say("nobody paid it");
  else if (mainPayer(entry.payers, hex(expense.createdBy)) !== hex(expense.paidBy))
    say("its main payer did not pay the most");
  // Each person's claims minus debts equal what they paid minus their share.
  const nets = sumByKey([
    ...entry.payers.map(({ user, cents: paid }) => [user, paid] as const),
    ...entry.shares.map(({ user, cents: share }) => [user, -share] as const),
    ...entry.debts.flatMap(bothSides),
  ]);
  if (nets.size > 0) say("its debts are not what was paid minus the shares");
}

const usersOf = (parts: readonly { user: string }[]) => parts.map(({ user }) => user);

/** In any order, but as often. */
const samePeople = (some: readonly string[], others: readonly string[]): boolean =>
  [...some].sort().join() === [...others].sort().join();
