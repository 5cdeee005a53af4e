import fc from "fast-check";
import { ObjectId } from "mongodb";
import { DIGEST_MS } from "@/lib/core/notices";
import { createExpense } from "@/lib/db/expenses";
import { makeNotices } from "@/lib/db/notices/outbox";
import { saveNoticeSettings } from "@/lib/db/notices/settings";
import type { Viewer } from "@/lib/server/access";
import { noticesView } from "@/lib/views/notices";
import { useTestDatabase } from "@/testing/database";
import { LONG } from "@/testing/ledger/histories";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { deliverDue, type Targets } from "./deliver";

useTestDatabase();

const MINUTE = 60_000;
const HOURS = 48;

/** When somebody adds an expense: minutes from the beginning. */
const [MINUTES] = fc.sample(
  fc.array(fc.integer({ min: 0, max: HOURS * 60 - 1 }), { minLength: 200, maxLength: 200 }),
  { seed: 7, numRuns: 1 },
);

test(
  "a weekend of 200 expenses by ten people: each is told of all, at most once in ten minutes for each event",
  async () => {
    const people: Viewer[] = [];
    for (let index = 0; index < 10; index++) people.push(await aPerson(`Person ${index}`));
    const everybody = people as [Viewer, ...Viewer[]];
    const groupId = await aGroup("Lisbon", everybody);
    const events = [
      await anEvent(groupId, "Lisbon weekend", everybody),
      await anEvent(groupId, "Porto", everybody),
    ];
    for (const one of people) await saveNoticeSettings(one._id, { push: ["charged"] });

    const start = Date.now() - HOURS * 60 * MINUTE;
    let now = new Date(start);
    const sent: { user: string; title: string; at: number; text: string }[] = [];
    const targets: Targets = {
      push: async ({ _id }) => [
        {
          id: "phone",
          send: async ({ title, text }) => {
            sent.push({ user: _id.toHexString(), title, at: now.getTime(), text });
            return "sent";
          },
        },
      ],
      email: async () => [],
    };
    const minutes = MINUTES!.toSorted((a, b) => a - b);
    for (let minute = 0; minute < HOURS * 60 + 30; minute++) {
      now = new Date(start + minute * MINUTE);
      for (const [index] of [...minutes.entries()].filter(([, one]) => one === minute))
        await createExpense({
          _id: new ObjectId(),
          eventId: events[index % 3 === 0 ? 1 : 0]!,
          at: now,
          recorder: people[index % 10]!._id,
          description: `Receipt ${index}`,
          cents: 1_000,
          splitWith: people.map(({ _id }) => _id),
        });
      if (minutes.includes(minute) || minute % 3 === 0) {
        await makeNotices(now);
        await deliverDue(targets, () => now);
      }
    }
    expect(sent.length).toBeGreaterThan(100);
    for (const user of people) {
      const own = sent.filter((one) => one.user === user.id);
      for (const title of ["Lisbon weekend", "Porto"]) {
        const times = own.filter((one) => one.title === title).map(({ at }) => at);
        const pauses = times.slice(1).map((at, index) => at - times[index]!);
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(DIGEST_MS);
      }
      // Of the 180 expenses of others, each once.
      const told = own.map(({ text }) => Number(/^(\d+) expenses/.exec(text)?.[1] ?? 1));
      expect(told.reduce((all, one) => all + one, 0)).toBe(180);
    }
    const { rows } = await noticesView(people[0]!, { limit: 500 });
    expect(rows.length).toBe(sent.filter(({ user }) => user === people[0]!.id).length);
  },
  LONG,
);
