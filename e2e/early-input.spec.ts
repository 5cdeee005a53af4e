import type { Page } from "@playwright/test";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { expenses } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";
import { openReady, untilReady } from "./support/ready";

// On a slow line, people type before the scripts have loaded.

const amount = (page: Page) => page.getByLabel("Amount", { exact: true });
const description = (page: Page) => page.getByLabel("Description");

/** Opens a screen without its scripts. @returns loads them */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const scripts = "**/_next/static/chunks/*.js";
  await page.route(scripts, async (route) => {
    await released;
    await route.fallback();
  });
  await page.goto(path, { waitUntil: "commit" });
  return async () => {
    release();
    await untilReady(page);
    await page.waitForLoadState("networkidle");
  };
}

async function regatta(person: (name: string) => Promise<Actor>) {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const group = await groupOf(ana, [ben], "Rowers");
  return { ana, ben, event: await eventIn(group, ana, "Regatta") };
}

test("what was entered before the scripts loaded is sent", async ({ person }) => {
  const { ana, ben, event } = await regatta(person);
  const { page } = ana;

  await test.step("a new expense", async () => {
    const load = await openEarly(page, `${eventUrl(event)}/add-expense`);
    await description(page).fill("Cheese");
    await amount(page).fill("31.50");
    await page.getByRole("radio", { name: "Shares" }).check();
    await page.getByRole("button", { name: "Add Expense" }).click();
    expect(page.url()).not.toContain("?");
    await load();
    await expect(page.getByRole("group", { name: "Split with" })).toBeVisible();
    await expect(description(page)).toHaveValue("Cheese");
    await page.getByRole("checkbox", { name: ben.name }).uncheck();
    await page.getByRole("button", { name: "Add Expense" }).click();
    await expect(expenses(page)).toContainText("Cheese");
    await expect(expenses(page)).toContainText("$31.50");
  });

  await test.step("a changed expense", async () => {
    const expense = await expenseIn(event, ana, "Bread", 30);
    const load = await openEarly(page, `${eventUrl(event)}/edit-expense/${expense._id}`);
    await amount(page).fill("45");
    await load();
    await description(page).fill("Bread and butter");
    await expect(amount(page)).toHaveValue("45");
    await page.getByRole("button", { name: "Update Expense" }).click();
    await expect(expenses(page)).toContainText("$45.00");
  });

  await test.step("a changed event", async () => {
    const load = await openEarly(page, `${eventUrl(event)}/edit`);
    await page.getByLabel("Title").fill("Regatta in May");
    await page.getByRole("checkbox", { name: ben.name }).uncheck();
    await load();
    await page.getByRole("button", { name: "Update" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Regatta in May" })).toBeVisible();
    expect(
      (await ana.get<{ participants: unknown[] }>(`/api/events/${event._id}`)).participants,
    ).toHaveLength(1);
  });
});

test("over a restored draft, only the fields that were entered early change", async ({ person }) => {
  const { ana, event } = await regatta(person);
  const { page } = ana;
  const path = `${eventUrl(event)}/add-expense`;
  await openReady(page, path);
  await description(page).fill("Cheese");
  await amount(page).fill("12");
  const load = await openEarly(page, path);
  await amount(page).fill("31.50");
  await load();
  await expect(description(page)).toHaveValue("Cheese");
  await expect(amount(page)).toHaveValue("31.50");
});

test("what the browser would restore is not taken for input", async ({ person }) => {
  const { ana, ben, event } = await regatta(person);
  const { page } = ana;
  await page.goto(eventUrl(event));
  await page.getByRole("link", { name: "Edit event" }).click();
  await expect(page.getByLabel("Date")).toHaveValue("2026-03-14");
  await page.goto("/friends");
  const { rev } = await ben.get<{ rev: number }>(`/api/events/${event._id}`);
  const change = { title: "Regatta", date: "2026-12-24", participants: [ben.id], rev };
  await ben.put(`/api/events/${event._id}`, change);
  await page.goBack({ waitUntil: "networkidle" });
  await expect(page.getByLabel("Date")).toHaveValue("2026-12-24");
  await expect(page.getByRole("checkbox", { name: ana.name })).not.toBeChecked();
});

test("a search starts with what was typed before the scripts loaded", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const load = await openEarly(ana.page, "/add-friend");
  await ana.page.getByLabel("Email").fill(ben.email);
  await load();
  await expect(ana.page.getByRole("main").getByText(ben.name)).toBeVisible();
});
