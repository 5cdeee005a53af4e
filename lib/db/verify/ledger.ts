import "server-only";
import { contributionDeltas } from "@/lib/core/contributions";
import { expectedNets, netsByPair } from "@/lib/core/ledger";
import { sumCents } from "@/lib/core/totals";
import type { EventDoc, ExpenseDoc, SettlementDoc } from "../collections";
import { ledgerEntryOf } from "../expense-money";
import { checkExpense } from "./expense";
import { guarded, type Violation } from "./violation";

/**
 * Checks an event against the ledger laws (design section 3): shares sum to the amounts; totals, counts, and tallies
 * match the expenses; settlements match the expenses.
 * @param expenses all that are not deleted
 * @param settlements all that are not deleted, including settled ones
 */
export function checkEvent(
  event: EventDoc,
  expenses: readonly ExpenseDoc[],
  settlements: readonly SettlementDoc[],
): Violation[] {
  const name = `event ${event._id.toHexString()}`;
  const unsound = [...expenses.flatMap(checkExpense), ...settlements.flatMap(checkSettlement)];
  return [
    ...unsound,
    ...checkPairs(name, settlements),
    ...guarded(name, () => [
      ...checkTotals(name, event, expenses),
      ...checkTally(name, event, expenses),
      ...checkLedger(name, expenses, settlements),
    ]),
  ];
}

function checkSettlement(settlement: SettlementDoc): Violation[] {
  const subject = `settlement ${settlement._id.toHexString()}`;
  const found: Violation[] = [];
  const say = (problem: string) => void found.push({ subject, problem });
  const [lo, hi] = settlement.users.map((user) => user.toHexString());
  if (settlement.users.length !== 2 || !lo || !hi || lo >= hi) say("its two people are not in order");
  if (settlement.pair !== `${lo}:${hi}`) say("its pair is not that of its people");
  if (!Number.isSafeInteger(settlement.net)) say(`its net is ${settlement.net}, not a whole number of cents`);
  if (settlement.net === 0) say("its amount is zero");
  const marks = [settlement.settledAt, settlement.settledBy].filter((mark) => mark !== null);
  if (settlement.settled && marks.length < 2) say("it is settled, but has no date or person");
  if (!settlement.settled && marks.length > 0) say("it is unsettled, but has a date or person");
  return found;
}

function checkPairs(subject: string, settlements: readonly SettlementDoc[]): Violation[] {
  const seen = new Set<string>();
  return settlements
    .filter(({ settled }) => !settled)
    .filter(({ pair }) => seen.size === seen.add(pair).size)
    .map(({ pair }) => ({ subject, problem: `two unsettled settlements between ${pair}` }));
}

function checkTotals(subject: string, event: EventDoc, expenses: readonly ExpenseDoc[]): Violation[] {
  const total = sumCents(expenses.map(({ cents }) => cents));
  const found: Violation[] = [];
  if (event.totalCents !== total) {
    found.push({
      subject,
      problem: `its total is ${event.totalCents} cents, but its expenses add up to ${total} cents`,
    });
  }
  if (event.expenseCount !== expenses.length) {
    found.push({
      subject,
      problem: `its count is ${event.expenseCount}, but it has ${expenses.length} expenses`,
    });
  }
  return found;
}

function checkTally(subject: string, event: EventDoc, expenses: readonly ExpenseDoc[]): Violation[] {
  const expected = new Map<string, { paid: number; share: number }>();
  for (const expense of expenses) {
    for (const { user, paid, share } of contributionDeltas(null, ledgerEntryOf(expense))) {
      const sum = expected.get(user) ?? { paid: 0, share: 0 };
      expected.set(user, { paid: sumCents([sum.paid, paid]), share: sumCents([sum.share, share]) });
    }
  }
  const everybody = new Set([...expected.keys(), ...Object.keys(event.tally)]);
  return [...everybody].sort().flatMap((user) => {
    const { paid = 0, share = 0 } = event.tally[user] ?? {};
    const should = expected.get(user) ?? { paid: 0, share: 0 };
    if (paid === should.paid && share === should.share) return [];
    return [
      {
        subject,
        problem:
          `user ${user} has a tally of ${paid} cents paid and ${share} cents share, ` +
          `but the expenses sum to ${should.paid} and ${should.share}`,
      },
    ];
  });
}

/** The law: for each pair, the signed sum of shares equals the unsettled net plus the settled ones. */
function checkLedger(
  subject: string,
  expenses: readonly ExpenseDoc[],
  settlements: readonly SettlementDoc[],
): Violation[] {
  const expected = expectedNets(expenses.map(ledgerEntryOf));
  const actual = netsByPair(settlements);
  return [...new Set([...expected.keys(), ...actual.keys()])].sort().flatMap((pair) => {
    const [should, is] = [expected.get(pair) ?? 0, actual.get(pair) ?? 0];
    if (should === is) return [];
    return [
      {
        subject,
        problem: `between ${pair} the expenses add up to ${should} cents, but the settlements add up to ${is} cents`,
      },
    ];
  });
}
