import type { Page } from "@playwright/test";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { expenses, openActions, unsettled } from "./support/locators";
import { pause } from "./support/pause";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";
import { openReady } from "./support/ready";
import type { Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";

// Each way in which a screen could be older than the server, and that it is not (docs/rules.md#screens). writes.spec.ts
// covers the application's own writes.

type Dinner = { ana: Actor; ben: Actor; group: Group; event: Event };

/** Ana's event with one expense of $10, shared with Ben. */
async function dinner(person: (name: string) => Promise<Actor>): Promise<Dinner> {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  await expenseIn(event, ana, "Cheese", 10);
  return { ana, ben, group, event };
}

/** Delays screens from now on, so that cached copies would be visible. */
const slowly = (page: Page) =>
  page.route(/[?&]_rsc=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });

/** Records the totals shown in any frame from now on. */
async function watchTotals(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const found = /Total Expenses:\s*(\$[\d.,]+)/.exec(document.body.innerText)?.[1];
      if (found) seen.add(found);
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

/** Makes a stranger a friend of a member, and a member. */
async function joinAll(member: Actor, group: Group, newcomer: Actor): Promise<void> {
  const { _id } = await member.post<{ _id: string }>("/api/users/friends/request", { to: newcomer.id });
  await newcomer.put(`/api/users/friends/requests/${_id}/accept`);
  await member.post(`/api/groups/${group._id}/invite`, { toUserId: newcomer.id });
  const [invitation] = await newcomer.get<{ _id: string }[]>("/api/groups/requests");
  await newcomer.put(`/api/groups/requests/${invitation?._id}/accept`);
}

const total = (page: Page, dollars: string) =>
  expect(page.getByRole("heading", { name: `Total Expenses: ${dollars}` })).toBeVisible();
const members = (page: Page) => expect(page.getByRole("heading", { name: "Members (2)" })).toBeVisible();

test.describe("returning to a screen shows others' changes, and nothing older", () => {
  const ways: [string, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>][] = [
    [
      "by a link",
      (page) => page.getByRole("link", { name: "Go back" }).click(),
      (page) => page.getByRole("link", { name: "Regatta", exact: true }).click(),
    ],
    ["forward", (page) => page.goBack(), (page) => page.goForward()],
    [
      "back",
      (page) => page.getByRole("link", { name: "Cheese", exact: true }).click(),
      (page) => page.goBack(),
    ],
    [
      "by 'Go back'",
      (page) => page.getByRole("link", { name: "Cheese", exact: true }).click(),
      (page) => page.getByRole("link", { name: "Go back" }).click(),
    ],
  ];
  for (const [label, leave, comeBack] of ways) {
    test(label, async ({ person }) => {
      const { ana, ben, group, event } = await dinner(person);
      const { page } = ana;
      await page.goto(groupUrl(group));
      await page.getByRole("link", { name: "Regatta", exact: true }).click();
      await total(page, "$10.00");
      await leave(page);
      await expect(page.getByText("Total Expenses:")).toHaveCount(0);

      await expenseIn(event, ben, "Bread", 4);
      const totals = await watchTotals(page);
      await slowly(page);
      await comeBack(page);
      await total(page, "$14.00");
      await expect(unsettled(page)).toContainText("$3.00");
      await expect(expenses(page)).toContainText("Bread");
      expect(await totals()).toEqual(["$14.00"]);
    });
  }
});

test("a settle in one browser is seen in the other within 5 seconds, 20 times of 20", async ({ person }) => {
  test.slow();
  const { ana, ben, event } = await dinner(person);
  const changed = { Settle: "Unsettle", Unsettle: "Settle" } as const;
  const seconds: number[] = [];
  for (const { page } of [ana, ben]) {
    // Nothing is scrolled: what is new would wait.
    await page.setViewportSize({ width: 1280, height: 1600 });
    await openReady(page, eventUrl(event));
  }
  let [here, there] = [ana.page, ben.page];
  for (let round = 0; round < 20; round++) {
    const name = round % 2 === 0 ? "Settle" : "Unsettle";
    await here.getByRole("button", { name, exact: true }).click();
    await expect(here.getByRole("button", { name: changed[name], exact: true })).toBeEnabled();
    const started = Date.now();
    await expect(there.getByRole("button", { name: changed[name], exact: true })).toBeEnabled({
      timeout: 9000,
    });
    seconds.push((Date.now() - started) / 1000);
    [here, there] = [there, here];
    // The app ignores a tap that follows another one at the same place.
    await pause();
  }
  const slowest = Math.max(...seconds);
  test.info().annotations.push({ type: "slowest", description: `${slowest.toFixed(1)} s` });
  expect(seconds.filter((one) => one > 5)).toEqual([]);
});

test("the list under the finger does not move: what is new waits behind a button", async ({ person }) => {
  const { ana, ben, event } = await dinner(person);
  for (let index = 0; index < 8; index++) await expenseIn(event, ana, `Course ${index}`, 5);
  const { page } = ana;
  await page.setViewportSize({ width: 390, height: 844 });
  await openReady(page, eventUrl(event));
  await expect(expenses(page)).toContainText("Course 7");
  const row = page.getByRole("link", { name: "Course 2", exact: true });
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  await expenseIn(event, ben, "Bread", 4);
  await expenseIn(event, ben, "Olives", 6);
  const button = page.getByRole("button", { name: "2 new" });
  await expect(button).toBeVisible({ timeout: 8000 });
  expect(await row.boundingBox()).toEqual(before);
  await expect(expenses(page)).not.toContainText("Olives");
  await button.click();
  await total(page, "$60.00");
  await expect(expenses(page)).toContainText("Olives");
  await expect(button).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("an open menu, an open dialog, and a form keep their screen, which is current after them", async ({
  person,
}) => {
  const { ana, ben, event } = await dinner(person);
  const { page } = ana;
  await openReady(page, eventUrl(event));
  await openActions(page, "Cheese");
  await expenseIn(event, ben, "Bread", 4);
  const keeps = async () => {
    await page.waitForResponse("**/api/users/revision");
    await page.waitForResponse("**/api/users/revision");
    await total(page, "$10.00");
  };
  await keeps();
  await page.getByRole("button", { name: "Delete Cheese" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  await keeps();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await total(page, "$14.00");
});

for (const screen of ["home", "groups", "group", "event", "friend", "activity", "why"] as const) {
  test(`others' changes appear on the open screen: ${screen}`, async ({ person }) => {
    const { ana, ben, group, event } = await dinner(person);
    const { page } = ana;
    const [payment] = await ana.get<{ _id: string }[]>(`/api/settlements?eventId=${event._id}`);
    const path = {
      home: "/friends",
      groups: "/groups",
      group: groupUrl(group),
      event: eventUrl(event),
      friend: `/friends/${ben.id}`,
      activity: "/activity",
      why: `${eventUrl(event)}/why/${payment?._id}`,
    }[screen];
    await page.clock.install();
    await openReady(page, path);
    await expect(page.getByText(/\$5\.00|Cheese/).first()).toBeVisible();
    await expenseIn(event, ben, "Bread", 4);
    await page.clock.runFor(5_000);
    await expect(page.getByText(screen === "activity" ? /Bread/ : /\$3\.00/).first()).toBeVisible();
  });
}

test("a member who is removed sees it, and nothing of what happens later", async ({ person }) => {
  const { ana, ben, group, event } = await dinner(person);
  const cleo = await person("cleo.dunn");
  await joinAll(ana, group, cleo);
  await openReady(cleo.page, eventUrl(event));
  await total(cleo.page, "$10.00");
  await ana.put(`/api/groups/${group._id}/members/remove`, { userId: cleo.id });
  const gone = cleo.page.getByRole("alert").filter({ hasText: "is no longer shared with you" });
  await expect(gone).toBeVisible();
  const revision = async () => (await cleo.get<{ revision: string }>("/api/users/revision")).revision;
  const before = await revision();
  await expenseIn(event, ben, "Bread", 4);
  expect(await revision()).toBe(before);
});

test("a hidden screen requests nothing, and is current when it is visible again", async ({ person }) => {
  const { ana, ben, event } = await dinner(person);
  const { page } = ana;
  const show = (visible: boolean) =>
    page.evaluate((on) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: !on });
      document.dispatchEvent(new Event("visibilitychange"));
    }, visible);
  await page.clock.install();
  await openReady(page, eventUrl(event));
  await page.waitForLoadState("networkidle");
  await show(false);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await expenseIn(event, ben, "Bread", 4);
  await page.clock.runFor(600_000);
  expect(asked).toEqual([]);
  await show(true);
  await page.clock.runFor(1000);
  await total(page, "$14.00");
});

test("others' changes while offline appear when back online", async ({ person, guard }) => {
  guard.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const { ana, ben, event } = await dinner(person);
  const { page } = ana;
  await page.clock.install();
  await page.goto(eventUrl(event));
  await ana.context.setOffline(true);
  await expect(page.getByText(/^You're offline\./)).toBeVisible();
  await expenseIn(event, ben, "Bread", 4);
  await page.clock.runFor(120_000);
  await total(page, "$10.00");
  await ana.context.setOffline(false);
  await page.clock.runFor(1000);
  await total(page, "$14.00");
});

test("offline, going back shows the browser's cached copy, which is updated later", async ({
  person,
  guard,
}) => {
  guard.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const { ana, ben, group, event } = await dinner(person);
  const { page } = ana;
  await page.goto(groupUrl(group));
  await page.getByRole("link", { name: "Regatta", exact: true }).click();
  await total(page, "$10.00");
  await page.goBack();
  await members(page);
  await expenseIn(event, ben, "Bread", 4);
  await ana.context.setOffline(true);
  await page.goForward();
  await total(page, "$10.00");
  await ana.context.setOffline(false);
  await total(page, "$14.00");
});

test("changes in one tab appear in the other", async ({ person }) => {
  const { ana, event } = await dinner(person);
  const first = ana.page;
  await first.goto(eventUrl(event));
  await total(first, "$10.00");
  const home = await ana.context.newPage();
  await home.goto("/friends");
  await expect(home.getByRole("region", { name: "Balance", exact: true })).toContainText(
    "In total you are owed $5.00",
  );
  const second = await ana.context.newPage();
  await second.goto(`${eventUrl(event)}/add-expense`);
  await second.getByLabel("Description").fill("Bread");
  await second.getByLabel("Amount").fill("4");
  await second.getByRole("button", { name: "Add Expense" }).click();
  await total(second, "$14.00");
  await total(first, "$14.00");
  await expect(home.getByRole("region", { name: "Balance", exact: true })).toContainText(
    "In total you are owed $7.00",
  );
});

test("an item deleted by someone else while open says so, and links to its parent", async ({ person }) => {
  const { ana, ben, group, event } = await dinner(person);
  const { page } = ben;
  const focus = () => page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const gone = (what: string) =>
    expect(
      page.getByRole("alert").filter({ hasText: `${what} was deleted, or is no longer shared with you.` }),
    ).toBeVisible();
  await page.goto(eventUrl(event));
  await page.getByRole("link", { name: "Cheese", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Expense Details" })).toBeVisible();

  const [expense] = await ana.get<{ _id: string }[]>(`/api/expenses?eventId=${event._id}`);
  await ana.delete(`/api/expenses/${expense?._id}`);
  await focus();
  await gone("This expense");
  await page.getByRole("link", { name: "Back to the event" }).click();
  await total(page, "$0.00");

  await ana.delete(`/api/events/${event._id}`);
  await focus();
  await gone("This event");
  await page.getByRole("link", { name: "Back to the group" }).click();
  await members(page);

  await ana.delete(`/api/groups/${group._id}`);
  await focus();
  await gone("This group");
  await page.getByRole("link", { name: "Back to your groups" }).click();
  await expect(page.getByRole("heading", { name: "You don't have any group yet!" })).toBeVisible();
});

test("a refresh keeps typed text, open panels, and selections, however the screen was reached", async ({
  person,
}) => {
  const { ana, ben, group, event } = await dinner(person);
  const { page } = ana;
  const cleo = await person("cleo.dunn");
  const type = async () => {
    await page.getByLabel("Description").fill("Half a sentence");
    const custom = page.getByRole("radio", { name: "Custom" });
    await page.getByRole("button", { name: "More ways" }).or(custom).click();
    await custom.check();
    await page.getByLabel("Select All").uncheck();
    await page.getByRole("checkbox", { name: ben.name }).check();
  };
  const stays = async (membersNow: number) => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByRole("group", { name: `Split with (1 of ${membersNow})` })).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("Half a sentence");
    await expect(page.getByRole("checkbox", { name: ben.name })).toBeChecked();
  };

  await test.step("by its URL", async () => {
    await page.goto(`${eventUrl(event)}/add-expense`);
    await type();
    await joinAll(ana, group, cleo);
    await stays(3);
  });
  await test.step("by a link", async () => {
    await page.goto(eventUrl(event));
    await page.getByRole("link", { name: "Add Expense" }).click();
    await type();
    await joinAll(ana, group, await person("dan.fox"));
    await stays(4);
  });
});

test("screens stay visible while the server fails", async ({ person, guard }) => {
  guard.allowStatus(503);
  guard.allow(/could not be loaded/);
  const { ana, event } = await dinner(person);
  const { page } = ana;
  await page.clock.install();
  await page.goto(`${eventUrl(event)}/add-expense`, { waitUntil: "networkidle" });
  await page.getByLabel("Description").fill("Half a sentence");
  const asked: string[] = [];
  await page.route("**/*", (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 503, json: {} });
  });
  await page.clock.runFor(61_000);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(new Set(asked)).toEqual(new Set(["/api/users/revision"]));
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.clock.runFor(1000);
  await expect
    .poll(() => guard.complaints.filter((one) => one.includes("could not be loaded")))
    .toHaveLength(2);
  await page.clock.runFor(1000);
  const lists = asked.filter((path) => path !== "/api/users/revision");
  expect(lists).toHaveLength(2);
  expect(lists.every((path) => path.endsWith("/requests"))).toBe(true);
  await expect(page.getByLabel("Description")).toHaveValue("Half a sentence");
});
