import "server-only";
import { balanceId, type BalanceDelta } from "@/lib/core/money/ledger";
import { sumCents } from "@/lib/core/money/money";
import { balanceDeltasOf, type UnsettledDelta } from "../settlements/balances";
import { balanceDoc } from "../documents";
import { hex } from "./people";
import { eachRow, type Read } from "./rows";
import { about, hasShape, type Report } from "./violation";

/** The balances that unsettled payments sum to, by their ids. */
export type ExpectedBalances = Map<string, Pick<BalanceDelta, "kind" | "cents">>;

/** Adds an event's unsettled payments to the expected balances. @throws RangeError for an invalid amount */
export function addToBalances(expected: ExpectedBalances, payments: readonly UnsettledDelta[]): void {
  for (const { kind, cents, ...of } of balanceDeltasOf(payments)) {
    const id = balanceId(of);
    expected.set(id, { kind, cents: sumCents([expected.get(id)?.cents ?? 0, cents]) });
  }
}

/** Compares the stored balances with the expected ones, which it consumes. */
export async function checkBalances(read: Read, expected: ExpectedBalances, report: Report): Promise<void> {
  const compare = (id: string, cents: number, should = 0) => {
    const say = about(`balance ${id}`, report);
    if (cents !== should) say(`it is ${cents} cents, but the unsettled payments sum to ${should} cents`);
  };
  await eachRow(read, "balances", (balance) => {
    const { _id, user, kind, other, cents } = balance;
    const should = expected.get(_id);
    expected.delete(_id);
    const say = about(`balance ${_id}`, report);
    if (!hasShape(balance, balanceDoc, say)) return;
    compare(_id, cents, should?.cents);
    const id = balanceId({ user: hex(user), other: hex(other) });
    if (_id !== id || kind !== (should?.kind ?? kind)) say("its user, kind, or other is wrong");
  });
  for (const [id, { cents }] of expected) compare(id, 0, cents);
}
