import "server-only";
import { ObjectId } from "mongodb";
import { netsByPair, parsePair, payerFirst, type PairNet } from "@/lib/core/money/ledger";
import { centsToDollars } from "@/lib/core/money/money";
import type { TransferDoc } from "@/lib/db/collections";
import { listExpensesOfPairs } from "@/lib/db/why";
import type { BehindLine, PlannedPayment, WhyLine } from "@/lib/contract/settlements";
import type { Names } from "./serialize";

/** How many expenses behind the replaced payments are listed. */
const BEHIND = 50;

/**
 * What a plan changed for one person: their payments before and after it, over all its events, and the expenses behind
 * those before. At most one command.
 * @param parts all parts of the plan
 */
export async function explainPlan(
  parts: readonly TransferDoc[],
  debtor: ObjectId,
  names: Names,
): Promise<NonNullable<WhyLine["plan"]>> {
  const person = debtor.toHexString();
  const own = ({ pair }: PairNet) => parsePair(pair).includes(person);
  const before = parts.flatMap(({ replaced }) => replaced).filter(own);
  const moved = parts.flatMap(({ debts }) => debts).filter(own);
  const pairs = [...new Set(before.map(({ pair }) => pair))];
  const eventIds = parts.filter(({ replaced }) => replaced.some(own)).map(({ eventId }) => eventId);
  const expenses = await listExpensesOfPairs(eventIds, pairs, BEHIND);
  const behind = expenses.flatMap(({ _id, eventId, description, date, debts }): BehindLine[] =>
    debts
      .filter(({ pair }) => pairs.includes(pair))
      .map(({ pair, net }) => {
        const [lo, hi] = parsePair(pair);
        return {
          _id: _id.toHexString(),
          eventId: eventId.toHexString(),
          description,
          date: date.toISOString(),
          person: names(new ObjectId(lo === person ? hi : lo)),
          amount: centsToDollars(lo === person ? net : -net),
        };
      }),
  );
  const { planId, of, eventId, groupId } = parts[0]!;
  const scope = { of, id: (of === "event" ? eventId : groupId).toHexString() };
  return {
    _id: planId.toHexString(),
    scope,
    replaced: toPayments(before, names),
    payments: toPayments([...before, ...moved], names),
    behind,
  };
}

/** The payments that are open between people. @param nets of pairs, perhaps in several events */
export function toPayments(nets: readonly PairNet[], names: Names): PlannedPayment[] {
  return [...netsByPair(nets)].map(([pair, net]) => {
    const [from, to] = payerFirst(net, parsePair(pair));
    return {
      from: names(new ObjectId(from)),
      to: names(new ObjectId(to)),
      amount: centsToDollars(Math.abs(net)),
    };
  });
}
