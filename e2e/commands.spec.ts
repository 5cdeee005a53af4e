import { setTimeout } from "node:timers/promises";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/proxied-server";
import { openPayment, screensOf } from "./support/screens";
import { eventIn, expenseIn, groupOf } from "./support/world";

// The database commands of screens and calls, as they arrive: the session with the top bar's counts, and what the screen
// requests in the seconds after its load.

/** Commands that render a screen: the user with the red dots, and its own. */
const RENDERED = 5;
/** The same, plus what the browser requests by itself in the seconds afterwards. */
const SCREEN = 17;
/** Screens that tell the server what the person has seen. */
const NOTE_WHAT_IS_SEEN = ["/activity", "/notifications"];
/** Commands of a call: the user, and its own. */
const CALL = 4;
const WRITES = ["insert", "update", "delete", "findAndModify", "findandmodify", "createIndexes", "bulkWrite"];

async function world(enter: (name: string) => Promise<Actor>) {
  const [ana, ben] = [await enter("Ana Silva"), await enter("Ben Carter")];
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const expense = await expenseIn(event, ana, "Oars", 12.34);
  await expect(async () => {
    const told = await ben.get<{ kind: string }[]>("/api/users/notices");
    expect(told.map(({ kind }) => kind)).toEqual(["charged", "invited"]);
  }).toPass();
  return { ana, ben, group, event, expense };
}

/** Waits until the server is done with what it does by itself: notices of earlier writes, the work of each minute. */
async function untilQuiet({ commands }: { commands: string[] }) {
  await expect(async () => {
    const before = commands.length;
    await setTimeout(500);
    expect(commands).toHaveLength(before);
  }).toPass();
}

/** The commands of what runs; of the second time, if something that the server does by itself came between. */
async function commandsOf(proxy: { commands: string[] }, most: number, run: () => Promise<unknown>) {
  for (let attempt = 1; ; attempt++) {
    proxy.commands.length = 0;
    await run();
    const commands = [...proxy.commands];
    if (commands.length <= most || attempt === 2) return commands;
    await untilQuiet(proxy);
  }
}

test("every screen is within its database budget, and none writes", async ({ proxied: { proxy, enter } }) => {
  test.slow();
  const { ana, ben, event, expense } = await world(enter);
  const settlement = await openPayment(ana, event);
  const screens = await screensOf(ana, event, { friend: ben.id, expense: expense._id, settlement });
  // Before a screen is open, whose own requests would count here on a slow machine.
  for (const { path } of screens) {
    const commands = await commandsOf(proxy, RENDERED, async () => {
      expect((await ana.fetch("GET", path)).status(), path).toBe(200);
    });
    expect.soft(commands.length, `${path}: ${commands.join(" ")}`).toBeLessThanOrEqual(RENDERED);
  }
  await ana.page.clock.install();
  for (const { name, path } of screens) {
    const commands = await commandsOf(proxy, SCREEN, async () => {
      const started = ana.page.waitForResponse("**/api/users/friends/requests");
      await ana.page.goto(path);
      await started;
      // Automatic requests afterwards count as well.
      await ana.page.clock.runFor(1_500);
      await ana.page.waitForLoadState("networkidle");
    });
    expect.soft(commands.length, `${path}: ${commands.join(" ")}`).toBeLessThanOrEqual(SCREEN);
    const writes = commands.filter((command) => WRITES.includes(command));
    if (!NOTE_WHAT_IS_SEEN.includes(name)) expect.soft(writes, path).toEqual([]);
  }
});

test("every call is within its database budget, and no read writes", async ({
  proxied: { proxy, enter },
}) => {
  const { ana, ben, group, event, expense } = await world(enter);
  const calls = [
    "/api/auth/session",
    "/api/users/friends",
    "/api/users/friends/summary",
    "/api/users/friends/requests",
    `/api/users/${ben.id}`,
    "/api/groups",
    "/api/groups/requests",
    `/api/groups/${group._id}`,
    `/api/groups/${group._id}/pending-requests`,
    `/api/events?groupId=${group._id}`,
    `/api/events/${event._id}`,
    `/api/expenses?eventId=${event._id}`,
    `/api/expenses/${expense._id}`,
    `/api/settlements?eventId=${event._id}`,
  ];
  for (const path of calls) {
    const commands = await commandsOf(proxy, CALL, () => ana.get(path));
    expect(commands.length, `${path}: ${commands.join(" ")}`).toBeLessThanOrEqual(CALL);
    expect(
      commands.filter((name) => WRITES.includes(name)),
      path,
    ).toEqual([]);
  }
});
