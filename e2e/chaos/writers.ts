import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { groupIconUrl } from "@/lib/core/groups";
import { type Extras, Person } from "../support/person";

// Eight people who write to one event over HTTP without pause, like phones on a bad line: each request is repeated with
// its key until the server answers it.

const NAMES = ["ana", "ben", "cleo", "dan", "eve", "finn", "gus", "hana"];
const PAUSE_MS = 50;

type Row = { _id: string; description: string; amount: number };
type Settlement = { _id: string; settled: boolean };

/** An expense as its writer knows it. */
type Written = { id: string; description: string; dollars: number; deleted: boolean };

/** What the people saw since the last `takeSeen`. */
export type Seen = { done: number; unavailable: number; unanswered: number; signedOut: number };

const nothing = (): Seen => ({ done: 0, unavailable: 0, unanswered: 0, signedOut: 0 });

export class Writers {
  private readonly people: Person[];
  private written: Written[] = [];
  /** Answers that no fault explains, a line each. */
  readonly wrong: string[] = [];
  private event = "";
  private seen = nothing();
  private running = false;
  private loops: Promise<void>[] = [];
  /** Per person, when they last succeeded. */
  private readonly succeededAt = new Map<Person, number>();

  constructor(private readonly url: () => string) {
    this.people = NAMES.map((name) => new Person(url, `${name}.chaos@demo.test`));
  }

  /** Signs everyone in, and brings them together in a group and an event. */
  async meet(): Promise<void> {
    for (const person of this.people) await person.signIn();
    const [host, ...guests] = this.people as [Person, ...Person[]];
    for (const guest of guests) {
      const { _id } = await host.call<Row>("POST", "/api/users/friends/request", {
        to: guest.id,
        from: host.id,
      });
      await guest.call("PUT", `/api/users/friends/requests/${_id}/accept`);
    }
    const members = guests.map(({ id }) => id);
    const group = await host.call<Row>("POST", "/api/groups", {
      title: "Chaos",
      icon: groupIconUrl("bee"),
      members,
      fromUserId: host.id,
    });
    for (const guest of guests) {
      const [request] = await guest.call<Row[]>("GET", "/api/groups/requests");
      await guest.call("PUT", `/api/groups/requests/${request?._id}/accept`);
    }
    const participants = this.people.map(({ id }) => id);
    const event = await host.call<Row>("POST", "/api/events", {
      title: "Storm",
      date: "2026-03-14",
      participants,
      createdBy: host.id,
      groupId: group._id,
    });
    this.event = event._id;
  }

  start(): void {
    this.running = true;
    this.loops = this.people.map((person, index) => this.write(person, index));
  }

  /** Ends when everyone's last request is answered. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.loops);
  }

  takeSeen(): Seen {
    const seen = this.seen;
    this.seen = nothing();
    return seen;
  }

  /** Waits until everyone has succeeded after this moment. @returns false if that takes too long */
  async allSucceed(limitMs: number): Promise<boolean> {
    const since = performance.now();
    while (performance.now() - since < limitMs) {
      if (this.people.every((person) => (this.succeededAt.get(person) ?? 0) > since)) return true;
      await wait(PAUSE_MS);
    }
    return false;
  }

  private async write(person: Person, seed: number): Promise<void> {
    for (let turn = seed; this.running; turn += 1) {
      if (turn % 7 === 0) await this.settle(person);
      else if (turn % 5 === 0) await this.remove(person);
      else await this.add(person, turn);
    }
  }

  private async add(person: Person, turn: number): Promise<void> {
    const key = randomUUID();
    const description = `${person.email} ${key}`;
    const dollars = (100 + ((turn * 37) % 9_900)) / 100;
    const splitWith = this.people.slice(0, 2 + (turn % 7)).map(({ id }) => id);
    const body = { eventId: this.event, paidBy: person.id, description, amount: dollars, splitWith };
    const response = await this.untilAnswered(person, "POST", "/api/expenses", { body, key });
    this.expect(response, [200, 201], `adding an expense`);
    this.written.push({ id: (response.body as Row)._id, description, dollars, deleted: false });
  }

  private async remove(person: Person): Promise<void> {
    const own = this.written.find(
      ({ deleted, description }) => !deleted && description.startsWith(person.email),
    );
    if (!own) return;
    own.deleted = true;
    const response = await this.untilAnswered(person, "DELETE", `/api/expenses/${own.id}`);
    // The lost response of an earlier try may have been the one that deleted it.
    this.expect(response, [200, 404], "deleting an expense");
  }

  private async settle(person: Person): Promise<void> {
    const list = await this.untilAnswered(person, "GET", `/api/settlements?eventId=${this.event}`);
    this.expect(list, [200], "listing the payments");
    const rows = list.body as Settlement[];
    const row = rows[Math.floor(Math.random() * rows.length)];
    if (!row) return;
    const path = `/api/settlements/${row._id}/settle`;
    const response = await this.untilAnswered(person, "PUT", path, {
      body: { settled: !row.settled, userId: person.id },
    });
    // Others settle too, and netting may remove a payment.
    this.expect(response, [200, 404, 409], "settling a payment");
  }

  /** Repeats a request until it is answered by the application. */
  private async untilAnswered(person: Person, method: string, path: string, extras?: Extras) {
    for (;;) {
      try {
        const response = await person.send(method, path, extras);
        if (response.status === 503) this.seen.unavailable += 1;
        else if (response.status === 401) this.seen.signedOut += 1;
        else {
          this.seen.done += 1;
          this.succeededAt.set(person, performance.now());
          return response;
        }
      } catch {
        this.seen.unanswered += 1;
      }
      await wait(PAUSE_MS);
    }
  }

  private expect({ status, body }: { status: number; body: unknown }, allowed: number[], what: string): void {
    if (!allowed.includes(status)) this.wrong.push(`${what}: ${status} ${JSON.stringify(body)}`);
  }

  /**
   * Compares what was acknowledged with what the server lists, and forgets what differs. Call it while nobody writes.
   */
  async compare(): Promise<{ lost: number; doubled: number; wrong: string[] }> {
    const rows = new Map<string, Row[]>();
    let path: string | null = `/api/expenses?eventId=${this.event}&limit=500`;
    while (path) {
      const { body, headers } = await this.people[0]!.send("GET", path);
      for (const row of body as Row[]) rows.set(row.description, [...(rows.get(row.description) ?? []), row]);
      const cursor = headers.get("x-next-cursor");
      path = cursor && `/api/expenses?eventId=${this.event}&limit=500&cursor=${cursor}`;
    }
    const wrong: string[] = [];
    let lost = 0;
    for (const { description, dollars, deleted } of this.written) {
      const [row] = rows.get(description) ?? [];
      if (!row && !deleted) lost += 1;
      if (row && deleted) wrong.push(`"${description}" was deleted and is there`);
      if (row && row.amount !== dollars)
        wrong.push(`"${description}" has ${row.amount} instead of ${dollars}`);
    }
    const doubled = [...rows.values()].filter(({ length }) => length > 1).length;
    return { lost, doubled, wrong };
  }
}
