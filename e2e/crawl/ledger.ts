import type { Expense } from "@/lib/contract/expenses";
import type { Settlement } from "@/lib/contract/settlements";

// What everybody owes, in cents, according to the shares and payments that the server answered. Independent of lib/core
// on purpose: a mistake there must not be repeated here.

type Nets = Map<string, number>;
/** `named`: everyone whom it or its history names. */
type KnownExpense = {
  rev: number;
  recorder: string;
  people: string[];
  named: Set<string>;
  live: boolean;
  nets: Nets;
};
type KnownEvent = {
  group: string;
  live: boolean;
  expenses: Map<string, KnownExpense>;
  payments: Map<string, { pair: string; net: number; batch: string | null }>;
  /** What plans have moved between people, by plan. */
  moves: Map<string, { of: "event" | "group"; nets: Nets }>;
};

export const toCents = (dollars: number) => Math.round(dollars * 100);
const pairOf = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);
/** Positive if the first of the pair owes. */
const signed = (from: string, to: string, cents: number) => (from < to ? cents : -cents);
const add = (nets: Nets, key: string, cents: number) => nets.set(key, (nets.get(key) ?? 0) + cents);
const withoutZeros = (nets: Nets): Nets => new Map([...nets].filter(([, cents]) => cents !== 0));

/** @throws if more than one list of debts would be right: the crawl makes no such expenses */
function netsOf({ payers, shares }: Expense): Nets {
  const people: Nets = new Map();
  for (const { user, amount } of payers) add(people, user._id, toCents(amount));
  for (const { user, amount } of shares) add(people, user, -toCents(amount));
  const creditors = [...people].filter(([, cents]) => cents > 0);
  const debtors = [...people].filter(([, cents]) => cents < 0);
  if (creditors.length > 1 && debtors.length > 1) throw new Error("Several lists of debts are right.");
  const nets: Nets = new Map();
  for (const [to, claim] of creditors)
    for (const [from, debt] of debtors) add(nets, pairOf(from, to), signed(from, to, Math.min(claim, -debt)));
  return nets;
}

export class Ledger {
  readonly events = new Map<string, KnownEvent>();

  addEvent(id: string, group: string): void {
    this.events.set(id, { group, live: true, expenses: new Map(), payments: new Map(), moves: new Map() });
  }

  /** The ids of a group's events that are not deleted. */
  liveEventsOf(group: string): string[] {
    return [...this.events].filter(([, event]) => event.live && event.group === group).map(([id]) => id);
  }

  /** @returns what is wrong with the response itself, or null */
  put(expense: Expense): string | null {
    const known = this.events.get(expense.eventId)?.expenses;
    const before = known?.get(expense._id);
    if (before && before.live && before.rev > expense.rev) return null;
    const people = [...expense.payers.map(({ user }) => user._id), ...expense.shares.map(({ user }) => user)];
    const recorder = expense.recordedBy._id;
    known?.set(expense._id, {
      rev: expense.rev,
      recorder,
      people,
      live: true,
      nets: netsOf(expense),
      named: new Set([...(before?.named ?? []), ...people, recorder]),
    });
    const shares = expense.shares.map(({ amount }) => toCents(amount));
    const sum = shares.reduce((a, b) => a + b, 0);
    if (sum !== toCents(expense.amount)) return `shares of ${sum} cents for ${expense.amount}`;
    const { mode, values } = expense.split;
    if (mode === "percent" || mode === "shares") {
      const total = values.reduce((a, { value }) => a + value, 0);
      const fair = new Map(values.map(({ user, value }) => [user, (expense.amount * 100 * value) / total]));
      const isFair = expense.shares.every(({ user, amount }) => Math.abs(100 * amount - fair.get(user)!) < 1);
      if (!isFair) return `shares ${shares.join(", ")} are not those of its ${mode}`;
    }
    const isEven = expense.split.mode !== "equal" || Math.max(...shares) - Math.min(...shares) <= 1;
    return isEven ? null : `unequal shares ${shares.join(", ")}`;
  }

  /** Takes note of an expense that has moved, with its debts. */
  move({ _id, eventId, rev }: Expense, from: string): void {
    const { expenses } = this.events.get(from)!;
    this.events.get(eventId)!.expenses.set(_id, { ...expenses.get(_id)!, rev });
    expenses.delete(_id);
  }

  /** Whether settled payments of an event would exceed what is owed without an expense by more than with it. */
  exceeds(event: string, without: Nets): boolean {
    const paid: Nets = new Map();
    for (const { pair, net } of this.events.get(event)!.payments.values()) add(paid, pair, net);
    const open = this.openIn(event);
    const tooMuch = (pair: string, owed: number) => Math.max(0, -owed * Math.sign(paid.get(pair) ?? 0));
    return [...without].some(([pair, net]) => {
      const owed = open.get(pair) ?? 0;
      return tooMuch(pair, owed - net) > tooMuch(pair, owed);
    });
  }

  /** Takes note of a payment that was made. */
  pay({ _id, eventId, from, to, amount, batchId }: Settlement): void {
    const net = signed(from._id, to._id, toCents(amount));
    const payment = { pair: pairOf(from._id, to._id), net, batch: batchId };
    this.events.get(eventId)?.payments.set(_id, payment);
  }

  unpayBatch(batch: string): void {
    for (const { payments } of this.events.values())
      for (const [id, payment] of payments) if (payment.batch === batch) payments.delete(id);
  }

  /** What is open in an event, by pair. */
  openIn(event: string): Nets {
    const nets: Nets = new Map();
    const { expenses, payments, moves } = this.events.get(event)!;
    for (const expense of expenses.values())
      if (expense.live) for (const [pair, net] of expense.nets) add(nets, pair, net);
    for (const plan of moves.values()) for (const [pair, net] of plan.nets) add(nets, pair, net);
    for (const { pair, net } of payments.values()) add(nets, pair, -net);
    return withoutZeros(nets);
  }

  /**
   * Takes note of a plan: its payments are what is open afterwards, in the last of these events.
   * @returns what is wrong with the plan, or null
   */
  usePlan(
    id: string,
    of: "event" | "group",
    events: readonly string[],
    payments: readonly Pick<Settlement, "from" | "to" | "amount">[],
  ): string | null {
    const people: Nets = new Map();
    for (const event of events) {
      const nets: Nets = new Map();
      for (const [pair, net] of this.openIn(event)) add(nets, pair, -net);
      if (event === events.at(-1)) {
        for (const { from, to, amount } of payments)
          add(nets, pairOf(from._id, to._id), signed(from._id, to._id, toCents(amount)));
      }
      this.events.get(event)!.moves.set(id, { of, nets });
      for (const [pair, net] of nets) {
        const [lo, hi] = pair.split(" ") as [string, string];
        add(people, lo, net);
        add(people, hi, -net);
      }
    }
    const changed = [...withoutZeros(people)].map(([person, cents]) => `${person} by ${cents} cents`);
    return changed.length === 0 ? null : `plan ${id} changes balances: ${changed.join(", ")}`;
  }

  undoPlan(id: string): void {
    for (const { moves } of this.events.values()) moves.delete(id);
  }

  /** The plans of the group that the event is part of are undone with it. */
  deleteEvent(id: string): void {
    const event = this.events.get(id)!;
    for (const [plan, { of }] of event.moves) if (of === "group") this.undoPlan(plan);
    event.live = false;
  }

  /** Someone takes a guest's place in a group. What was between the two is gone. */
  merge(group: string, guest: string, person: string): void {
    const named = (id: string) => (id === guest ? person : id);
    const moved = (pair: string, net: number): [string, number] | null => {
      const [lo, hi] = pair.split(" ").map(named) as [string, string];
      return lo === hi ? null : [pairOf(lo, hi), lo < hi ? net : -net];
    };
    const merged = (nets: Nets): Nets => {
      const sums: Nets = new Map();
      for (const [pair, net] of nets) {
        const debt = moved(pair, net);
        if (debt) add(sums, ...debt);
      }
      return sums;
    };
    for (const event of this.events.values()) {
      if (event.group !== group) continue;
      for (const expense of event.expenses.values()) {
        expense.nets = merged(expense.nets);
        expense.recorder = named(expense.recorder);
        expense.people = expense.people.map(named);
        expense.named = new Set([...expense.named].map(named));
      }
      for (const [id, payment] of event.payments) {
        const debt = moved(payment.pair, payment.net);
        if (!debt) event.payments.delete(id);
        else [payment.pair, payment.net] = debt;
      }
      for (const plan of event.moves.values()) plan.nets = merged(plan.nets);
    }
  }

  /** What the others owe a person, by person; negative: the person owes. Over all events, or those of a group. */
  summaryOf(person: string, group?: string): Nets {
    const sums: Nets = new Map();
    for (const [id, event] of this.events) {
      if (!event.live || (group && event.group !== group)) continue;
      for (const [pair, net] of this.openIn(id)) {
        const [lo, hi] = pair.split(" ") as [string, string];
        if (lo === person) add(sums, hi, -net);
        if (hi === person) add(sums, lo, net);
      }
    }
    return group ? sums : withoutZeros(sums);
  }

  /** How the payments that the server lists differ from the ledger. */
  differences(event: string, rows: readonly Settlement[]): string[] {
    const listed: Nets = new Map();
    const wrong: string[] = [];
    const { payments } = this.events.get(event)!;
    for (const { _id, from, to, amount, settled } of rows) {
      const net = signed(from._id, to._id, toCents(amount));
      const pair = pairOf(from._id, to._id);
      if (!settled && listed.has(pair)) wrong.push(`event ${event}: two open payments of ${pair}`);
      if (!settled) listed.set(pair, net);
      else if (payments.get(_id)?.net !== net)
        wrong.push(`event ${event}: payment ${_id} of ${net} cents, expected ${payments.get(_id)?.net}`);
    }
    return [...wrong, ...compare(`event ${event}`, this.openIn(event), listed)];
  }
}

/** A line for each figure that differs. */
export function compare(what: string, expected: Nets, actual: Nets): string[] {
  const keys = new Set([...expected.keys(), ...actual.keys()]);
  return [...keys]
    .filter((key) => expected.get(key) !== actual.get(key))
    .map((key) => `${what}, ${key}: ${actual.get(key) ?? 0} cents, expected ${expected.get(key) ?? 0}`);
}
