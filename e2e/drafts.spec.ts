import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { openReady } from "./support/ready";
import { befriend, eventIn, eventUrl, groupOf, groupUrl } from "./support/world";

// Unsaved form input is restored, whatever happened to the page.

const title = (page: Page) => page.getByLabel("Group Title");
const offer = (page: Page) => page.getByText("Draft restored.");
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("evenly:draft:")));

/** Waits until the form has kept this text. */
const kept = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(text);

test("a draft survives a reload, going back, a stray tap, and a crash of the page", async ({ person }) => {
  const { page, context } = await person("ana.silva");
  await page.goto("/groups");
  await page.getByRole("link", { name: "Create Group" }).click();
  await expect(offer(page)).toHaveCount(0);
  await title(page).fill("Rowers");
  await kept(page, "Rowers");

  await test.step("reload", async () => {
    await page.reload();
    await expect(title(page)).toHaveValue("Rowers");
    await expect(offer(page)).toBeVisible();
  });

  await test.step("back, and forth again", async () => {
    await title(page).fill("Rowers of Lisbon");
    await kept(page, "Rowers of Lisbon");
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(page).toHaveURL("/groups");
    await expect(offer(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Create Group" }).click();
    await expect(title(page)).toHaveValue("Rowers of Lisbon");
  });

  await test.step("a stray tap", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Account" }).click();
    await expect(page).toHaveURL("/account");
    await page.goBack();
    await expect(title(page)).toHaveValue("Rowers of Lisbon");
  });

  await test.step("a crash", async () => {
    await title(page).fill("Rowers, again");
    await kept(page, "Rowers, again");
    // Without the events that browsers fire when a page is left.
    await page.close({ runBeforeUnload: false });
    const next = await context.newPage();
    await next.goto("/create-group");
    await expect(title(next)).toHaveValue("Rowers, again");

    await next.getByRole("button", { name: "Discard" }).click();
    await expect(title(next)).toHaveValue("");
    await next.reload();
    await expect(title(next)).toHaveValue("");
    await expect(offer(next)).toHaveCount(0);
    expect(await drafts(next)).toEqual([]);
  });
});

test("an expense's draft is restored completely, and deleted when it is saved", async ({ person }) => {
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/add-expense`);
  await page.getByLabel("Description").fill("Taxi");
  await page.getByLabel("Amount").fill("12.50");
  await kept(page, "12.50");
  await page.reload();
  await expect(page.getByLabel("Description")).toHaveValue("Taxi");
  await expect(page.getByLabel("Amount")).toHaveValue("12.50");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByText("Taxi", { exact: true })).toBeVisible();
  expect(await drafts(page)).toEqual([]);
  await page.goto(`${eventUrl(event)}/add-expense`);
  await expect(page.getByLabel("Description")).toHaveValue("");
});

test("two tabs with one draft add one expense, and the second one is cleared", async ({ person }) => {
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  const { page, context } = ana;
  const form = `${eventUrl(event)}/add-expense`;
  const expenses = async () => (await ana.get<unknown[]>(`/api/expenses?eventId=${event._id}`)).length;
  await openReady(page, form);
  await page.getByLabel("Description").fill("Taxi");
  await page.getByLabel("Amount").fill("12.50");
  await kept(page, "12.50");
  const second = await context.newPage();
  await openReady(second, form);
  await expect(second.getByLabel("Amount")).toHaveValue("12.50");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByText("Taxi", { exact: true })).toBeVisible();
  await expect(second.getByText("This was saved in another tab.")).toBeVisible();
  await expect(second.getByLabel("Description")).toHaveValue("");

  await test.step("a tab that did not learn it sends it with the same key", async () => {
    await second.getByLabel("Description").fill("Pizza");
    await second.getByLabel("Amount").fill("20");
    await kept(second, "Pizza");
    const third = await context.newPage();
    await third.addInitScript(() => {
      window.addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    });
    await openReady(third, form);
    await expect(third.getByLabel("Amount")).toHaveValue("20");
    await second.getByRole("button", { name: "Add Expense" }).click();
    await expect(second.getByText("Pizza", { exact: true })).toBeVisible();
    await third.getByRole("button", { name: "Add Expense" }).click();
    await expect(third.getByText("Pizza", { exact: true })).toHaveCount(1);
    expect(await expenses()).toBe(2);
  });
});

test("a draft of one field does not revert others' changes to another", async ({ person }) => {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const { page } = ana;
  await openReady(page, `${eventUrl(event)}/edit`);
  await page.getByLabel("Event title").fill("Spring regatta");
  await kept(page, "Spring regatta");
  await page.goto(groupUrl(group));
  const participants = event.participants.map(({ _id }) => _id);
  await ben.put(`/api/events/${event._id}`, {
    title: "Regatta",
    date: "2026-05-02",
    participants,
    rev: event.rev,
  });

  await page.goto(`${eventUrl(event)}/edit`);
  await expect(page.getByLabel("Event title")).toHaveValue("Spring regatta");
  await expect(page.getByLabel("Date")).toHaveValue("2026-05-02");
});

test("logging out deletes drafts", async ({ person, guard }) => {
  // Requests that were on their way.
  guard.allowStatus(401);
  const { page } = await person("ana.silva");
  await page.goto("/create-group");
  await title(page).fill("Secret");
  await expect.poll(() => drafts(page)).toHaveLength(1);
  await page.goto("/account");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await expect.poll(() => drafts(page)).toEqual([]);
});

test("the form of two friends' first expense leads to that of their event, for a refused expense too", async ({
  person,
}) => {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  await befriend(ana, ben);
  await ben.post("/api/expenses", {
    friendId: ana.id,
    description: "Taxi",
    amount: 20,
    splitWith: [ana.id, ben.id],
  });
  for (const query of ["", "?unsent=a-key"]) {
    await ana.page.goto(`/friends/${ben.id}/add-expense${query}`);
    const { pathname, search } = new URL(ana.page.url());
    expect(pathname).toMatch(/^\/groups\/\w+\/events\/\w+\/add-expense$/);
    expect(search).toBe(query);
  }
});
