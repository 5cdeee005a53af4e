import "server-only";
import { balanceId, type BalanceDelta } from "@/lib/core/money/ledger";
import { balanceDeltasOf, type UnsettledDelta } from "../balances";
import type { BalanceDoc } from "../collections";
import { eachRow, type Read } from "./rows";
import { BALANCE, hasShape } from "./shape";
import { add, type Sums } from "./sums";
import type { Report } from "./violation";

/** The cents that unsettled payments sum to, by the id of the stored balance: those with a person, and in a group. */
type ExpectedBalances = Record<BalanceDelta["kind"], Sums>;

export const noBalances = (): ExpectedBalances => ({ person: new Map(), group: new Map() });

/** Adds an event's unsettled payments to the expected balances. @throws RangeError for an invalid amount */
export function addToBalances(expected: ExpectedBalances, payments: readonly UnsettledDelta[]): void {
  for (const { cents, ...balance } of balanceDeltasOf(payments)) {
    add(expected[balance.kind], balanceId(balance), cents);
  }
}

/** Compares the stored balances with the expected ones, which are used up. */
export async function checkBalances(read: Read, expected: ExpectedBalances, report: Report): Promise<void> {
  const compare = (id: string, cents: number, should: number) => {
    if (cents === should) return;
    const problem = `it is ${cents} cents, but the unsettled payments sum to ${should} cents`;
    report({ subject: `balance ${id}`, problem });
  };
  await eachRow(read, "balances", (balance) => {
    const { _id, cents } = balance;
    const kind = kindOf(expected, _id);
    compare(_id, cents, kind ? expected[kind].get(_id)! : 0);
    if (kind) expected[kind].delete(_id);
    const subject = `balance ${_id}`;
    if (!hasShape(subject, balance, BALANCE, report)) return;
    if (isMisfiled(balance, kind)) report({ subject, problem: "its user, kind, or other is wrong" });
  });
  for (const sums of Object.values(expected)) for (const [id, cents] of sums) compare(id, 0, cents);
}

const kindOf = (expected: ExpectedBalances, id: string) =>
  (["person", "group"] as const).find((kind) => expected[kind].has(id));

function isMisfiled({ _id, user, kind, other }: BalanceDoc, should: BalanceDoc["kind"] | undefined): boolean {
  const id = balanceId({ user: user.toHexString(), other: other.toHexString() });
  return _id !== id || kind !== (should ?? kind);
}
