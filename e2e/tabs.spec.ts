import type { Page } from "@playwright/test";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { topBar, unsettled } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";
import { openReady } from "./support/ready";

// One user with two tabs, and two users with the same item open.

const STALE =
  /^(You changed this to \$11\.00 on another device|Ben Carter .*changed this)\. Reload to see the new version\./;

test("counts and red dots follow the other tab, without a reload", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await ben.post("/api/users/friends/request", { to: ana.id });
  const first = ana.page;
  await first.goto("/account");
  await expect(first.getByText("You have 1 request(s)")).toBeVisible();
  await expect(topBar(first, /Friends.*1 friend request/)).toBeVisible();

  const second = await ana.context.newPage();
  await second.goto("/requests");
  await second.getByRole("button", { name: `Accept the friend request from ${ben.name}` }).click();
  await expect(second.getByText("No pending friend requests.")).toBeVisible();
  await expect(topBar(second, /friend request/)).toHaveCount(0);
  await expect(first.getByText("You have 0 request(s)")).toBeVisible();
  await expect(topBar(first, /friend request/)).toHaveCount(0);
});

test("a change of the cached lists in local storage updates the other tab's counts", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await groupOf(ana, [ben]);
  const first = ana.page;
  await first.goto("/account");
  await expect(first.getByText("You have 0 request(s)")).toBeVisible();
  const second = await ana.context.newPage();
  await second.goto("/account");
  await expect(second.getByText("You have 0 request(s)")).toBeVisible();

  const cleo = await person("cleo.dunn");
  await cleo.post("/api/users/friends/request", { to: ana.id });
  await second.evaluate(() => localStorage.setItem("friendRequests", "changed"));
  await expect(first.getByText("You have 1 request(s)")).toBeVisible();
  await expect(topBar(first, /Friends.*1 friend request/)).toBeVisible();
});

test("logging out in one tab ends the other's session", async ({ person, guard }) => {
  guard.allowStatus(401);
  const { page: first, context } = await person("ana.silva");
  await first.goto("/friends");
  await expect(first.getByText("You are all set!")).toBeVisible();
  const second = await context.newPage();
  await second.goto("/account");
  await second.getByRole("button", { name: "Logout" }).click();
  await second.waitForURL("**/login");
  await expect(first).toHaveURL("/");
});

test("the home summary follows a settlement: on focus, and when settlements changed", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  await openReady(page, "/friends");
  const balance = page.getByRole("region", { name: "Balance", exact: true });
  await expect(balance).toContainText("In total you are owed $5.00");
  await expenseIn(event, ana, "Bread", 4);
  await page.evaluate(() => window.dispatchEvent(new Event("settlementsChanged")));
  await expect(balance).toContainText("In total you are owed $7.00");
  const [payment] = await ben.get<{ _id: string }[]>(`/api/settlements?eventId=${event._id}`);
  await ben.put(`/api/settlements/${payment?._id}/settle`, { settled: true });
  // The screen refreshes at most once in two seconds.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(balance).toContainText("You are all set!", { timeout: 500 });
  }).toPass({ timeout: 60_000 });
});

type Edit = {
  what: string;
  open: (people: Actor[]) => Promise<{ path: string; change: () => Promise<unknown> }>;
  field: string;
  button: string;
  saved: (page: Page) => Promise<void>;
};

const EDITS: Edit[] = [
  {
    what: "an expense",
    open: async ([ana, ben]) => {
      const event = await eventIn(await groupOf(ana!, [ben!]), ana!);
      const expense = await expenseIn(event, ana!, "Cheese", 10);
      const splitWith = event.participants.map(({ _id }) => _id);
      return {
        path: `${eventUrl(event)}/edit-expense/${expense._id}`,
        change: () =>
          ana!.put(`/api/expenses/${expense._id}`, { description: "Theirs", amount: 11, splitWith, rev: 0 }),
      };
    },
    field: "Description",
    button: "Update Expense",
    saved: (page) => expect(page.getByRole("link", { name: "Mine", exact: true })).toBeVisible(),
  },
  {
    what: "an event",
    open: async ([ana, ben]) => {
      const event = await eventIn(await groupOf(ana!, [ben!]), ana!);
      const participants = event.participants.map(({ _id }) => _id);
      return {
        path: `${eventUrl(event)}/edit`,
        change: () =>
          ben!.put(`/api/events/${event._id}`, {
            title: "Theirs",
            date: "2026-04-01",
            participants,
            rev: event.rev,
          }),
      };
    },
    field: "Event title",
    button: "Update Event",
    saved: (page) => expect(page.getByRole("heading", { level: 1, name: "Mine" })).toBeVisible(),
  },
  {
    what: "a group",
    open: async ([ana, ben]) => {
      const group = await groupOf(ana!, [ben!]);
      const { icon, rev } = group;
      return {
        path: `${groupUrl(group)}/edit`,
        change: () => ben!.put(`/api/groups/${group._id}/edit`, { title: "Theirs", icon, rev }),
      };
    },
    field: "Group Title",
    button: "Update",
    saved: (page) => expect(page.getByRole("heading", { level: 1, name: "Mine" })).toBeVisible(),
  },
];

for (const { what, open, field, button, saved } of EDITS) {
  test(`a stale edit of ${what} is refused and keeps the input`, async ({ person, guard }) => {
    guard.allowStatus(409);
    const people = [await person("ana.silva"), await person("ben.carter")];
    const { path, change } = await open(people);
    const page = people[0]!.page;
    await page.goto(path);
    await page.getByLabel(field).fill("Mine");
    await change();
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: STALE })).toBeVisible();
    await expect(page.getByLabel(field)).toHaveValue("Mine");

    await page.getByRole("button", { name: "Reload" }).click();
    const newer = page.getByRole("status").filter({ hasText: "The new version" });
    await expect(newer).toContainText("Theirs");
    await expect(page.getByLabel(field)).toHaveValue("Mine");
    const theirs = newer.getByRole("button", { name: "Use the new version" });
    await expect(theirs).toBeFocused();
    await theirs.press("Enter");
    await expect(page.getByLabel(field)).toHaveValue("Theirs");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.getByLabel(field).fill("Mine");
    await page.getByRole("button", { name: button, exact: true }).click();
    await saved(page);
    await expect(page.getByRole("alert").filter({ hasText: STALE })).toHaveCount(0);
  });
}

test("an expense added by another person appears when the window gets the focus", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  await ana.page.goto(eventUrl(event));
  await expect(ana.page.getByText("No expenses yet.")).toBeVisible();
  await expenseIn(event, ben, "Cheese", 10);
  await expect(async () => {
    await ana.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(unsettled(ana.page)).toContainText("$5.00", { timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await expect(ana.page.getByRole("heading", { name: "Total Expenses: $10.00" })).toBeVisible();
});
