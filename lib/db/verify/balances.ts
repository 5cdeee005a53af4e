import "server-only";
import { balanceId, type BalanceDelta } from "@/lib/core/ledger";
import { sumCents } from "@/lib/core/totals";
import { balanceDeltasOf } from "../balances";
import type { Collections, SettlementDoc } from "../collections";
import type { Violation } from "./violation";

/** The balances that unsettled payments sum to, by the id of the stored balance. */
export type ExpectedBalances = Map<string, BalanceDelta>;

/** Adds an event's payments to the expected balances. @param settlements settled ones are ignored */
export function addToBalances(expected: ExpectedBalances, settlements: readonly SettlementDoc[]): void {
  for (const delta of balanceDeltasOf(settlements.filter(({ settled }) => !settled))) {
    const id = balanceId(delta);
    const before = expected.get(id)?.cents ?? 0;
    expected.set(id, { ...delta, cents: sumCents([before, delta.cents]) });
  }
}

/** Compares the stored balances with the expected ones. */
export async function checkBalances(
  { balances }: Collections,
  expected: ExpectedBalances,
): Promise<Violation[]> {
  const found: Violation[] = [];
  const missing = new Map(expected);
  const compare = (id: string, cents: number, should: number) => {
    if (cents === should) return;
    const problem = `it is ${cents} cents, but the unsettled payments sum to ${should} cents`;
    found.push({ subject: `balance ${id}`, problem });
  };
  for await (const { _id, user, kind, other, cents } of balances.find()) {
    const should = expected.get(_id);
    compare(_id, cents, should?.cents ?? 0);
    missing.delete(_id);
    const id = balanceId({ user: user.toHexString(), other: other.toHexString() });
    const misfiled = _id !== id || kind !== (should?.kind ?? kind);
    if (misfiled) found.push({ subject: `balance ${_id}`, problem: "its user, kind, or other is wrong" });
  }
  for (const [id, { cents }] of missing) compare(id, 0, cents);
  return found;
}
