import { sumCents } from "@/lib/core/money/money";
import type { ImportExpense } from "./import-file";

type Money = Pick<ImportExpense, "cents" | "payers" | "shares" | "payerReconstructed">;

/**
 * An expense of which only its cost and what each person paid minus owes is known. If one person is owed something,
 * they paid it; what the others do not owe is their own share. If several are, each has paid what they are owed and an
 * equal part of that rest, which is their own share. If the cost is negative, it is a refund: everything is the opposite of
 * that of an expense (docs/rules.md#refunds).
 * @param cost cents
 * @param nets cents by person; they sum to zero
 * @returns null if nobody owes anything, so that nothing tells who paid
 */
export function fromNets(cost: number, nets: readonly number[]): Money | null {
  if (cost < 0) {
    const expense = fromNets(
      -cost,
      nets.map((net) => 0 - net),
    );
    const negated = (parts: Money["shares"]) => parts.map((part) => ({ ...part, cents: -part.cents }));
    return (
      expense && {
        ...expense,
        cents: -expense.cents,
        payers: negated(expense.payers),
        shares: negated(expense.shares),
      }
    );
  }
  const parts = nets.map((net, person) => ({ person, cents: net })).filter(({ cents }) => cents !== 0);
  const owed = parts.filter(({ cents }) => cents > 0);
  if (owed.length === 0) return null;
  const sum = sumCents(owed.map(({ cents }) => cents));
  const rest = Math.max(0, cost - sum);
  const own = owed.map((_, index) => Math.floor(rest / owed.length) + (index < rest % owed.length ? 1 : 0));
  const shares = [
    ...owed.map(({ person }, index) => ({ person, cents: own[index]! })),
    ...parts.filter(({ cents }) => cents < 0).map(({ person, cents }) => ({ person, cents: -cents })),
  ];
  return {
    cents: sum + rest,
    payers: owed.map(({ person, cents }, index) => ({ person, cents: cents + own[index]! })),
    shares: shares.filter(({ cents }) => cents > 0).sort((a, b) => a.person - b.person),
    payerReconstructed: owed.length > 1 || cost < sum,
  };
}
