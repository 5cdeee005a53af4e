import "server-only";
import type { ObjectId } from "mongodb";
import { parsePair, type PairNet, type LedgerEntry } from "@/lib/core/money/ledger";
import { entriesOf, spendingOf, type SpendingEntry } from "@/lib/core/spending";
import type { UnsettledDelta } from "../settlements/balances";
import {
  eventDoc,
  type EventDoc,
  type ExpenseDoc,
  type SettlementDoc,
  type SpendingDoc,
  type TransferDoc,
} from "../documents";
import { totalsDelta } from "../events";
import { countedExpense, storedSplit } from "../expenses/money";
import { addToBalances, type ExpectedBalances } from "./balances";
import { checkEventPeople, hex, sayOutsiders, type GroupPeople } from "./people";
import { add, differences, type Sums, bothSides } from "./sums";
import { about, guarded, hasShape, type Report, type Say } from "./violation";
import { formatCents, isAmount, sumByKey, sumCents } from "@/lib/core/money/money";
import { mainPayer } from "@/lib/core/money/payers";
import { splitProblem } from "@/lib/core/money/split";

/**
 * Checks an event against the ledger laws (docs/rules.md#ledger): its totals, count, tally, and spending equal those
 * that the functions of writes calculate from its expenses; its settlements match its expenses and plans. It keeps only
 * sums, because an event may have many expenses.
 */
export class EventCheck {
  readonly id: string;
  /** Undefined if the event's group is not known or does not exist. */
  readonly people: GroupPeople | undefined;
  private readonly say: Say;
  private readonly complete: boolean;
  /** False after an inexact sum, which makes the others meaningless. */
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

/**
 * Checks that an expense is consistent: payments and shares sum to the amount, and the debts follow from them.
 * @param entry its ledger entry
 * @throws RangeError for a sum that is not exact
 */
function checkExpense(expense: ExpenseDoc, entry: LedgerEntry, say: Say): void {
  const { cents } = expense;
  if (!isAmount(cents)) say(`its amount is ${cents} cents`);
  const parts = [["share", entry.shares] as const, ["payment", entry.payers] as const];
  for (const [what, list] of parts) {
    // In a refund, all are negative (docs/rules.md#refunds).
    if (list.some((part) => part.cents * cents < 0)) say(`one of its ${what}s has the wrong sign`);
    const sum = sumCents(list.map((part) => part.cents));
    if (sum !== cents) say(`its ${what}s sum to ${formatCents(sum)}, not to ${formatCents(cents)}`);
    if (new Set(usersOf(list)).size !== list.length) say(`a person is listed twice in its ${what}s`);
  }
  const people = expense.splitWith.map(hex);
  const split = storedSplit(expense);
  if (!samePeople(usersOf(entry.shares), people)) say("its shares and its split have different people");
  if (split.mode !== "equal" && !samePeople(usersOf(split.values), people))
    say("its input and its split have different people");
  else if (splitProblem(cents, split)) say("its input is not a split of its amount");
  if (entry.payers.length === 0) say("nobody paid it");
  else if (mainPayer(entry.payers, hex(expense.createdBy)) !== hex(expense.paidBy))
    say("its main payer did not pay the most");
  // Each person's claims minus debts equal what they paid minus their share.
  const nets = sumByKey([
    ...entry.payers.map(({ user, cents: paid }) => [user, paid] as const),
    ...entry.shares.map(({ user, cents: share }) => [user, -share] as const),
    ...entry.debts.flatMap(bothSides),
  ]);
  if (nets.size > 0) say("its debts are not what was paid minus the shares");
}

const usersOf = (parts: readonly { user: string }[]) => parts.map(({ user }) => user);

/** In any order, but equally often. */
const samePeople = (some: readonly string[], others: readonly string[]): boolean =>
  [...some].sort().join() === [...others].sort().join();
