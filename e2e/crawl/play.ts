import { groupIconUrl } from "@/lib/core/groups";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { GroupRequest } from "@/lib/contract/requests";
import type { Group } from "@/lib/contract/groups";
import { Random } from "@/lib/seed/random";
import { type ApiResponse, Person } from "../support/person";
import { Ledger } from "./ledger";
import { bodyOfPreset, type KnownPreset } from "./usual-split";

/** The secret with which the scheduled work is run. */
export const CRON_SECRET = "of the crawl: for the scheduled work";

/** `hasLeft`: whether someone has ever left it. */
export type Members = { id: string; creator: Person; members: Set<Person>; hasLeft: boolean };

/** What a crawl found: its figures, and a line for each problem. */
export class Report {
  operations = 0;
  comparisons = 0;
  wrong: string[] = [];
  serverErrors: string[] = [];
  unexpected: string[] = [];

  /** Checks the status of a response. @returns true if the call succeeded */
  expect(what: string, { status, text }: ApiResponse, allowed: readonly number[]): boolean {
    const line = `${what}: ${status} ${text.slice(0, 300)}, expected ${allowed.join(" or ")}`;
    if (status >= 500) this.serverErrors.push(line);
    else if (!allowed.includes(status)) this.unexpected.push(line);
    return status < 300;
  }

  get problems(): string[] {
    return [...this.wrong, ...this.serverErrors, ...this.unexpected];
  }
}

const PEOPLE = ["ana", "ben", "cleo", "dan", "eve", "finn", "gus", "hana", "iris", "jon"];
const GROUPS = 3;
const EQUAL: { mode: string; values: { user: string; value: number }[] } = { mode: "equal", values: [] };
/** Expenses are added to the latest events only, so that no event grows without end. */
const RECENT_EVENTS = 8;

/** Ten people, their groups and events, and what everybody owes. */
export class Play {
  readonly report = new Report();
  readonly ledger = new Ledger();
  readonly people: Person[];
  /** Guests, who have neither an account nor a session here, and those who have claimed them with a new account. */
  readonly newcomers: Person[] = [];
  readonly groups: Members[] = [];
  readonly random: Random;
  /** What can be undone, the last of it last: plans, what was settled together, and imports. */
  readonly plans: { id: string; path: string; event: string }[] = [];
  readonly batches: { id: string; actor: Person; other: Person }[] = [];
  readonly imports: { id: string; person: Person; event: string }[] = [];
  /** The presets of groups and events, by the path of their operations. */
  readonly presets = new Map<string, KnownPreset[]>();

  constructor(
    private readonly url: string,
    seed: number,
  ) {
    this.random = new Random(seed);
    this.people = PEOPLE.map((name) => this.newPerson(name));
  }

  /** Someone who has not signed in yet. @param name "": a guest */
  newPerson(name: string): Person {
    return new Person(() => this.url, name && `${name}.crawl@demo.test`);
  }

  /** Signs everyone in, and makes groups that all members have accepted, with an event each. */
  async begin(): Promise<void> {
    for (const person of this.people) await person.signIn();
    for (const creator of this.people.slice(0, GROUPS)) {
      const guests = this.people.filter((one) => one !== creator);
      for (const guest of guests) await this.befriend(creator, guest);
      const { _id } = await creator.call<Group>("POST", "/api/groups", {
        title: "Crawl",
        icon: groupIconUrl("bee"),
        members: guests.map(({ id }) => id),
      });
      for (const guest of guests) {
        const requests = await guest.call<GroupRequest[]>("GET", "/api/groups/requests");
        const request = requests.find(({ groupId }) => groupId._id === _id);
        await guest.call("PUT", `/api/groups/requests/${request?._id}/accept`);
      }
      const group = { id: _id, creator, members: new Set(this.people), hasLeft: false };
      this.groups.push(group);
      const event = await creator.call<Event>("POST", "/api/events", this.eventBody(group));
      this.ledger.addEvent(event._id, group.id);
    }
  }

  private async befriend(a: Person, b: Person): Promise<void> {
    const { status, body } = await a.send("POST", "/api/users/friends/request", { body: { to: b.id } });
    if (status === 409) return;
    await b.call("PUT", `/api/users/friends/requests/${(body as { _id: string })._id}/accept`);
  }

  eventBody(group: Members) {
    const participants = [...group.members].map(({ id }) => id);
    return { title: `Day ${this.random.int(1, 999)}`, date: "2026-03-14", participants, groupId: group.id };
  }

  groupOf(event: string): Members {
    const id = this.ledger.events.get(event)!.group;
    return this.groups.find((group) => group.id === id)!;
  }

  /** One of the latest events that are not deleted. */
  anEvent(): string {
    const live = [...this.ledger.events].filter(([, event]) => event.live).map(([id]) => id);
    return this.random.pick(live.slice(-RECENT_EVENTS));
  }

  /** The members with an account, who can do something. */
  actors(group: Members): Person[] {
    return [...group.members].filter(({ email }) => email !== "");
  }

  aMember(group: Members): Person {
    return this.random.pick(this.actors(group));
  }

  personOf(id: string): Person {
    return [...this.people, ...this.newcomers].find((person) => person.id === id)!;
  }

  /** An expense of an event that is not deleted. @param live whether it is not deleted itself */
  anExpense(live: boolean) {
    const event = this.anEvent();
    const group = this.groupOf(event);
    const all = [...this.ledger.events.get(event)!.expenses].filter(([, one]) => one.live === live);
    if (all.length === 0) return null;
    const [id, expense] = this.random.pick(all.slice(-40));
    const isMember = (user: string) => group.members.has(this.personOf(user));
    const recorder = isMember(expense.recorder) ? this.personOf(expense.recorder) : null;
    const others = this.actors(group).filter(
      ({ id: one }) => ![expense.recorder, ...expense.people].includes(one),
    );
    return { id, event, expense, recorder, others, hasFormer: !expense.people.every(isMember) };
  }

  /**
   * An expense, or a refund, as a form sends it: split equally, by amounts, or like a preset, paid by one or by several
   * people.
   */
  expenseBody(event: string) {
    const paid = this.paidBody(event);
    const body = { ...paid, ...(this.random.chance(0.3) && bodyOfPreset(this, event, paid.payers)) };
    if (!this.random.chance(0.2)) return body;
    const { split } = body;
    const sign = split.mode === "amounts" ? -1 : 1;
    return {
      ...body,
      amount: -body.amount,
      payers: body.payers.map(({ user, amount }) => ({ user, amount: -amount })),
      split: {
        ...split,
        values: split.values.map(({ user, value }) => ({ user, value: sign * value || 0 })),
      },
    };
  }

  private paidBody(event: string) {
    const { random } = this;
    const members = [...this.groupOf(event).members];
    const cents = random.int(1, random.chance(0.1) ? 999_999 : 9_999);
    const body = { description: `No. ${random.int(1, 9_999)}`, amount: cents / 100 };
    if (random.chance(0.2) && cents > 10 && members.length >= 3) {
      // Both payers pay more than their share, so that the third person owes each of them a certain amount.
      const [a, b, c] = random.sample(members, 3) as [Person, Person, Person];
      const first = Math.floor(cents / 2);
      const paid = [
        { user: a.id, amount: first / 100 },
        { user: b.id, amount: (cents - first) / 100 },
      ];
      return { ...body, splitWith: [a.id, b.id, c.id], payers: paid, split: EQUAL };
    }
    const payer = random.pick(members);
    const splitWith = random.sample(members, random.int(1, members.length)).map(({ id }) => id);
    const payers = [{ user: payer.id, amount: cents / 100 }];
    if (random.chance(0.6)) return { ...body, splitWith, payers, split: EQUAL };
    let left = cents;
    const values = splitWith.map((user, index) => {
      const part = index === splitWith.length - 1 ? left : random.int(0, left);
      left -= part;
      return { user, value: part / 100 };
    });
    return { ...body, splitWith, payers, split: { mode: "amounts", values } };
  }

  /** Takes note of an expense as the server answered it. */
  note({ body }: { body: unknown }): void {
    const problem = this.ledger.put(body as Expense);
    if (problem) this.report.wrong.push(`expense ${(body as Expense)._id}: ${problem}`);
  }

  /** Does the scheduled work, until nothing is due. */
  async runJobs(): Promise<void> {
    const headers = { authorization: `Bearer ${CRON_SECRET}` };
    for (;;) {
      const response = await this.people[0]!.send("POST", "/api/jobs", { headers });
      if (!this.report.expect("do the scheduled work", response, [200])) return;
      if (!("series" in (response.body as { jobs: object }).jobs)) return;
    }
  }
}
