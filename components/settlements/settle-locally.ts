import { debtOf, pairOf } from "@/lib/core/ledger";
import { balanceToCents, centsToDollars } from "@/lib/core/money";
import type { Person, Settlement } from "@/lib/schemas/answers";

/**
 * What an event's settlements will be once the server has settled or unsettled one of them, so that the screen
 * can show it at once (design section 3). An unsettled record absorbs the pair's other unsettled one.
 * @param by who settles
 */
export function settleLocally(
  settlements: readonly Settlement[],
  id: string,
  settled: boolean,
  by: Person,
): Settlement[] {
  const changed = settlements.find(({ _id }) => _id === id);
  if (!changed) return [...settlements];
  if (settled) {
    const now = new Date().toISOString();
    return settlements.map((one) =>
      one === changed ? { ...one, settled, settledAt: now, settledBy: by } : one,
    );
  }
  const other = settlements.find((one) => one !== changed && !one.settled && samePair(one, changed));
  const merged = other ? absorb(changed, other) : changed;
  return settlements.flatMap((one) => {
    if (one === other) return [];
    if (one !== changed) return [one];
    return merged ? [{ ...merged, settled, settledAt: null, settledBy: null }] : [];
  });
}

function samePair(a: Settlement, b: Settlement): boolean {
  return pairOf(a.from._id, a.to._id).pair === pairOf(b.from._id, b.to._id).pair;
}

/** Two debts between the same two people as one, under the first one's id; null where they cancel out. */
function absorb(record: Settlement, other: Settlement): Settlement | null {
  const people = new Map([record.from, record.to].map((person) => [person._id, person]));
  const { lo, hi } = pairOf(record.from._id, record.to._id);
  const netOf = (one: Settlement) => (one.from._id === lo ? 1 : -1) * balanceToCents(one.amount);
  const debt = debtOf(netOf(record) + netOf(other), lo, hi);
  const from = debt && people.get(debt.from);
  const to = debt && people.get(debt.to);
  return debt && from && to ? { ...record, from, to, amount: centsToDollars(debt.cents) } : null;
}
