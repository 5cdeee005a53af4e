import "server-only";
import { entriesOf, spendingOf, type SpendingEntry } from "@/lib/core/money/spending";
import { sumCents } from "@/lib/core/money/totals";
import type { UnsettledDelta } from "../balances";
import type { EventDoc, ExpenseDoc, SettlementDoc, SpendingDoc, TransferDoc } from "../collections";
import { countedExpense } from "../expense-money";
import { checkExpense } from "./expense";
import { add, type Sums } from "./sums";
import { guarded, type Report } from "./violation";

/**
 * Checks an event against the ledger laws (docs/rules.md#ledger): shares sum to the amounts; totals, counts, tallies,
 * and spending match the expenses; settlements match the expenses. It keeps sums only, because an event may have many
 * expenses.
 */
export class EventCheck {
  private readonly name: string;
  /** False after an invalid amount: the sums mean nothing. */
  private summable = true;
  private expenses = 0;
  private total = 0;
  private readonly paid: Sums = new Map();
  private readonly shares: Sums = new Map();
  /** By month and part: what is stored minus the shares. */
  private readonly spending = new Map<string, Sums>();
  private readonly debts: Sums = new Map();
  private readonly settlements: Sums = new Map();
  private readonly openPairs = new Set<string>();
  private readonly plans = new Set<string>();
  /** The unsettled payments. */
  readonly open: UnsettledDelta[] = [];

  constructor(
    private readonly event: EventDoc,
    private readonly report: Report,
  ) {
    this.name = `event ${event._id.toHexString()}`;
  }

  addExpense(expense: ExpenseDoc): void {
    const entry = countedExpense(expense);
    checkExpense(expense, entry, this.report);
    this.expenses += 1;
    this.sum(() => {
      this.total = sumCents([this.total, expense.cents]);
      for (const { user, cents } of entry.payers) add(this.paid, user, cents);
      for (const { user, cents } of entry.shares) add(this.shares, user, cents);
      for (const one of spendingOf(entry)) this.addSpent(one, -one.cents);
      for (const { pair, net } of entry.debts) add(this.debts, pair, net);
    });
  }

  addSpending(month: SpendingDoc): void {
    this.sum(() => {
      for (const one of entriesOf(month)) this.addSpent(one, one.cents);
    });
  }

  private addSpent({ month, part, user }: SpendingEntry, cents: number): void {
    const place = `${month} ${part}`;
    let sums = this.spending.get(place);
    if (!sums) this.spending.set(place, (sums = new Map()));
    add(sums, user, cents);
  }

  /** Before the settlements, which name their plans. */
  addTransfers({ planId, debts }: TransferDoc): void {
    this.plans.add(planId.toHexString());
    this.sum(() => {
      for (const { pair, net } of debts) add(this.debts, pair, net);
    });
  }

  addSettlement(settlement: SettlementDoc): void {
    checkSettlement(settlement, this.report);
    const plan = settlement.planId?.toHexString();
    if (plan !== undefined && !this.plans.has(plan)) {
      const subject = `settlement ${settlement._id.toHexString()}`;
      this.report({ subject, problem: `its plan ${plan} does not exist in its event` });
    }
    const { groupId, pair, net, settled } = settlement;
    if (!settled) {
      if (this.openPairs.has(pair)) this.say(`two unsettled settlements between ${pair}`);
      this.openPairs.add(pair);
      this.open.push({ groupId, pair, net });
    }
    this.sum(() => add(this.settlements, pair, net));
  }

  /** Compares the sums, after all expenses and settlements. */
  finish(): void {
    if (!this.summable) return;
    this.checkTotals();
    this.checkTally();
    for (const [place, sums] of this.spending)
      for (const [user, cents] of sums)
        if (cents !== 0)
          this.say(`its spending of ${place} ${user} is ${cents} cents more than that of its expenses`);
    this.checkLedger();
  }

  private checkTotals(): void {
    const { totalCents, expenseCount } = this.event;
    if (totalCents !== this.total) {
      this.say(`its total is ${totalCents} cents, but its expenses add up to ${this.total} cents`);
    }
    if (expenseCount !== this.expenses) {
      this.say(`its count is ${expenseCount}, but it has ${this.expenses} expenses`);
    }
  }

  private checkTally(): void {
    const { tally } = this.event;
    for (const user of union(Object.keys(tally), this.paid.keys(), this.shares.keys())) {
      const { paid = 0, share = 0 } = tally[user] ?? {};
      const should = { paid: this.paid.get(user) ?? 0, share: this.shares.get(user) ?? 0 };
      if (paid === should.paid && share === should.share) continue;
      this.say(
        `user ${user} has a tally of ${paid} cents paid and ${share} cents share, ` +
          `but the expenses sum to ${should.paid} and ${should.share}`,
      );
    }
  }

  /** The law: for each pair, the signed sum of shares and transfers equals the unsettled net plus the settled ones. */
  private checkLedger(): void {
    for (const pair of union(this.debts.keys(), this.settlements.keys())) {
      const [should, is] = [this.debts.get(pair) ?? 0, this.settlements.get(pair) ?? 0];
      if (should === is) continue;
      this.say(
        `between ${pair} the expenses and plans add up to ${should} cents, but the settlements add up to ${is} cents`,
      );
    }
  }

  private sum(work: () => void): void {
    if (this.summable) this.summable = guarded(this.name, this.report, work);
  }

  private say(problem: string): void {
    this.report({ subject: this.name, problem });
  }
}

const union = (...keys: Iterable<string>[]): string[] =>
  [...new Set(keys.flatMap((each) => [...each]))].sort();

function checkSettlement(settlement: SettlementDoc, report: Report): void {
  const subject = `settlement ${settlement._id.toHexString()}`;
  const say = (problem: string) => report({ subject, problem });
  const [lo, hi] = settlement.users.map((user) => user.toHexString());
  if (settlement.users.length !== 2 || !lo || !hi || lo >= hi) say("its two people are not in order");
  if (settlement.pair !== `${lo}:${hi}`) say("its pair is not that of its people");
  if (!Number.isSafeInteger(settlement.net)) say(`its net is ${settlement.net}, not a whole number of cents`);
  if (settlement.net === 0) say("its amount is zero");
  const marks = [settlement.settledAt, settlement.settledBy].filter((mark) => mark !== null);
  if (settlement.settled && marks.length < 2) say("it is settled, but has no date or person");
  if (!settlement.settled && marks.length > 0) say("it is unsettled, but has a date or person");
  if (!settlement.settled && settlement.batchId) say("it is unsettled, but is of a batch");
}
