import "server-only";
import type { ObjectId } from "mongodb";
import { parsePair, type PairNet } from "@/lib/core/money/ledger";
import { entriesOf, spendingOf, type SpendingEntry } from "@/lib/core/money/spending";
import type { UnsettledDelta } from "../balances";
import {
  eventDoc,
  type EventDoc,
  type ExpenseDoc,
  type SettlementDoc,
  type SpendingDoc,
  type TransferDoc,
} from "../documents";
import { totalsDelta } from "../events";
import { countedExpense } from "../expense-money";
import { addToBalances, type ExpectedBalances } from "./balances";
import { checkExpense } from "./expense";
import { checkEventPeople, hex, sayOutsiders, type GroupPeople } from "./people";
import { add, differences, type Sums } from "./sums";
import { about, guarded, hasShape, type Report, type Say } from "./violation";

/**
 * Checks an event against the ledger laws (docs/rules.md#ledger): its totals, count, tally, and spending are what the
 * functions of the writes make of its expenses; its settlements match its expenses and plans. It keeps sums only, because
 * an event may have many expenses.
 */
export class EventCheck {
  readonly id: string;
  /** Undefined if the event's group is not known or does not exist. */
  readonly people: GroupPeople | undefined;
  private readonly say: Say;
  private readonly complete: boolean;
  /** False after a sum that is not exact: the others mean nothing. */
  private summable = true;
  private readonly stored: Sums = new Map();
  private readonly figures: Sums = new Map();
  private readonly debts: Sums = new Map();
  private readonly settlements: Sums = new Map();
  private readonly plans = new Set<string>();
  private readonly openPairs = new Set<string>();
  /** The unsettled payments. */
  private readonly open: UnsettledDelta[] = [];

  constructor(
    private readonly event: EventDoc,
    groups: ReadonlyMap<string, GroupPeople>,
    report: Report,
  ) {
    this.id = hex(event._id);
    this.say = about(`event ${this.id}`, report);
    this.complete = hasShape(event, eventDoc, this.say);
    if (!this.complete) return;
    this.people = groups.get(hex(event.groupId));
    checkEventPeople(event, this.people, this.say);
  }

  /** Whether this is its group, as far as is known. */
  isIn = (groupId: ObjectId): boolean => !this.complete || this.event.groupId.equals(groupId);

  addExpense(expense: ExpenseDoc, say: Say): void {
    const entry = countedExpense(expense);
    const people = [expense.createdBy, ...expense.splitWith].map(hex);
    sayOutsiders([...people, ...entry.payers.map(({ user }) => user)], this.people, say);
    guarded(say, () => checkExpense(expense, entry, say));
    this.sum(() => {
      for (const [path, change] of Object.entries(totalsDelta(null, entry))) add(this.figures, path, change);
      for (const one of spendingOf(entry)) add(this.figures, nameOf(one), one.cents);
      this.addDebts(entry);
    });
  }

  addSpending(month: SpendingDoc): void {
    this.sum(() => {
      for (const one of entriesOf(month)) add(this.stored, nameOf(one), one.cents);
    });
  }

  /** Before the settlements, which name their plans. */
  addTransfers(part: TransferDoc, say: Say): void {
    const pairs = [...part.debts, ...part.replaced].flatMap(({ pair }) => parsePair(pair));
    sayOutsiders([hex(part.createdBy), ...pairs], this.people, say);
    this.plans.add(hex(part.planId));
    this.sum(() => this.addDebts(part));
  }

  private addDebts({ debts }: { debts: readonly PairNet[] }): void {
    for (const { pair, net } of debts) add(this.debts, pair, net);
  }

  addSettlement(settlement: SettlementDoc, say: Say): void {
    const { groupId, users, pair, net, settled, planId } = settlement;
    sayOutsiders(users.map(hex), this.people, say);
    checkSettlement(settlement, say);
    if (planId && !this.plans.has(hex(planId))) say(`its plan ${hex(planId)} does not exist in its event`);
    if (!settled) {
      if (this.openPairs.has(pair)) this.say(`two unsettled settlements between ${pair}`);
      this.openPairs.add(pair);
      this.open.push({ groupId, pair, net });
      for (const user of users.map(hex))
        if (this.people?.former.has(user) && !this.people.members.has(user))
          say(`it is unsettled with ${net} cents, but user ${user} has left the group`);
    }
    this.sum(() => add(this.settlements, pair, net));
  }

  /** Compares the sums, after all expenses and settlements. @param balances get the unsettled payments */
  finish(balances: ExpectedBalances): void {
    guarded(this.say, () => addToBalances(balances, this.open));
    const { event } = this;
    if (!this.complete) return;
    this.sum(() => {
      add(this.stored, "totalCents", event.totalCents);
      add(this.stored, "expenseCount", event.expenseCount);
      for (const [user, { paid, share }] of Object.entries(event.tally)) {
        add(this.stored, `tally.${user}.paid`, paid);
        add(this.stored, `tally.${user}.share`, share);
      }
    });
    if (!this.summable) return;
    for (const [name, is, should] of differences(this.stored, this.figures))
      this.say(`its ${name} is ${is}, but its expenses make it ${should}`);
    // The law: for each pair, the signed sum of debts and transfers equals the unsettled net plus the settled ones.
    for (const [pair, is, should] of differences(this.settlements, this.debts))
      this.say(
        `between ${pair} the expenses and plans add up to ${should} cents, but the settlements add up to ${is} cents`,
      );
  }

  private sum(work: () => void): void {
    if (this.summable) this.summable = guarded(this.say, work);
  }
}

const nameOf = ({ month, part, user }: SpendingEntry) => `spending.${month}.${part}.${user}`;

function checkSettlement(settlement: SettlementDoc, say: Say): void {
  const { users, pair, net, settled, settledAt, settledBy, batchId } = settlement;
  const [lo, hi] = users.map(hex) as [string, string];
  if (lo >= hi) say("its two people are not in order");
  if (pair !== `${lo}:${hi}`) say("its pair is not that of its people");
  if (net === 0) say("its amount is zero");
  if (settled && !(settledAt && settledBy)) say("it is settled, but has no date or person");
  if (!settled && (settledAt || settledBy)) say("it is unsettled, but has a date or person");
  if (!settled && batchId) say("it is unsettled, but is of a batch");
}
