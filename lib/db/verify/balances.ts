import "server-only";
import { balanceDeltas } from "@/lib/core/ledger";
import { sumCents } from "@/lib/core/totals";
import type { Collections, SettlementDoc } from "../collections";
import type { Violation } from "./violation";

/** The balances that unsettled payments sum to: cents by the id of the stored balance. */
export type ExpectedBalances = Map<string, number>;

/** Adds an event's payments to the expected balances. @param settlements settled ones are ignored */
export function addToBalances(expected: ExpectedBalances, settlements: readonly SettlementDoc[]): void {
  const unsettled = settlements.filter(({ settled }) => !settled);
  const deltas = unsettled.map(({ groupId, pair, net }) => ({ group: groupId.toHexString(), pair, net }));
  for (const { user, other, cents } of balanceDeltas(deltas)) {
    const id = `${user}:${other}`;
    expected.set(id, sumCents([expected.get(id) ?? 0, cents]));
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
  for await (const { _id, user, other, cents } of balances.find()) {
    compare(_id, cents, expected.get(_id) ?? 0);
    missing.delete(_id);
    if (_id !== `${user.toHexString()}:${other.toHexString()}`) {
      found.push({ subject: `balance ${_id}`, problem: "its id is not that of its user and the other" });
    }
  }
  for (const [id, should] of missing) compare(id, 0, should);
  return found;
}
