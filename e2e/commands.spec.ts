import type { Actor } from "./actor";
import { expect, test } from "./on-line";
import { eventIn, expenseIn, groupOf, groupScreens } from "./world";

// What a screen and a call cost the database, as it really arrives there: the session, the top bar's counts, and what
// the screen asks for in the seconds after it was loaded.

/** Commands that render a screen: who it is, the red dots, and its own. */
const RENDERED = 6;
/** The same, and what the browser asks by itself in the seconds after it. */
const SCREEN = 17;
/** Commands of a call: who it is, and its own. */
const CALL = 4;
const WRITES = ["insert", "update", "delete", "findAndModify", "findandmodify", "createIndexes", "bulkWrite"];

async function world(enter: (name: string) => Promise<Actor>) {
  const [ana, ben] = [await enter("Ana Silva"), await enter("Ben Carter")];
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const expense = await expenseIn(event, ana, "Oars", 12.34);
  return { ana, ben, group, event, expense };
}

test("no screen asks the database more than it may, and none writes", async ({ onLine: { line, enter } }) => {
  test.slow();
  const { ana, ben, group, event, expense } = await world(enter);
  const screens = [
    "/friends",
    `/friends/${ben.id}`,
    "/add-friend",
    "/requests",
    "/groups",
    "/create-group",
    "/account",
    ...groupScreens(group, event, expense),
  ];
  await ana.page.clock.install();
  for (const path of screens) {
    line.commands.length = 0;
    expect((await ana.fetch("GET", path)).status(), path).toBe(200);
    expect.soft(line.commands.length, `${path}: ${line.commands.join(" ")}`).toBeLessThanOrEqual(RENDERED);
    line.commands.length = 0;
    const started = ana.page.waitForResponse("**/api/users/friends/requests");
    await ana.page.goto(path);
    await started;
    // What comes by itself afterwards counts as well.
    await ana.page.clock.runFor(1_500);
    await ana.page.waitForLoadState("networkidle");
    const commands = [...line.commands];
    expect.soft(commands.length, `${path}: ${commands.join(" ")}`).toBeLessThanOrEqual(SCREEN);
    expect(
      commands.filter((name) => WRITES.includes(name)),
      path,
    ).toEqual([]);
  }
});

test("no call asks the database more than it may, and none that reads writes", async ({
  onLine: { line, enter },
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
    line.commands.length = 0;
    await ana.get(path);
    const commands = [...line.commands];
    expect(commands.length, `${path}: ${commands.join(" ")}`).toBeLessThanOrEqual(CALL);
    expect(
      commands.filter((name) => WRITES.includes(name)),
      path,
    ).toEqual([]);
  }
});
