import type { Page } from "@playwright/test";
import type { Expense } from "@/lib/contract/expenses";
import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { pause } from "./support/pause";
import { eventIn, eventUrl, groupOf } from "./support/world";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const radio = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("a group's usual split is set once, and every expense begins with it", async ({ person }) => {
  const ana = await person("ana.silva", PHONE);
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana);
  const { page } = ana;

  await test.step("Ana adds a preset on the group's edit screen", async () => {
    await page.goto(`/groups/${group._id}/edit`);
    await button(page, "Usually split").tap();
    await expect(radio(page, "Equal")).toBeChecked();
    await pause();
    await button(page, "Add a preset").tap();
    await field(page, "Name").fill("Rent by room");
    await field(page, `Percent for ${ana.name}`).fill("60");
    await field(page, `Percent for ${ben.name}`).fill("40");
    await expectAccessible(page, "the form of a preset");
    await button(page, "Save preset").tap();
    await expect(radio(page, "Rent by room")).toBeChecked();
    await expect(page.getByText("Ana 60%, Ben 40%")).toBeVisible();
  });

  await test.step("the event has one of its own, which Ben adds", async () => {
    await ben.page.goto(`${eventUrl(event)}/edit`);
    await button(ben.page, "Usually split").click();
    await expect(radio(ben.page, "Same as the group")).toBeChecked();
    await button(ben.page, "Add a preset").click();
    await field(ben.page, "Name").fill("Without Ana");
    await radio(ben.page, "Custom").check();
    const presets = ben.page.getByRole("region", { name: "Usually split" });
    await presets.getByRole("checkbox", { name: ana.name }).uncheck();
    await button(ben.page, "Save preset").click();
    await expect(radio(ben.page, "Without Ana")).toBeChecked();
    await radio(ben.page, "Same as the group").check();
    // The choice is shown at once, and saved when another one can be made.
    await expect(radio(ben.page, "Same as the group")).toBeEnabled();
  });

  await test.step("Ana's expense begins with the group's", async () => {
    await page.goto(`${eventUrl(event)}/add-expense`);
    await expect(page.getByText("Usually: Rent by room")).toBeVisible();
    await field(page, "Description").fill("Rent");
    await field(page, "Amount").fill("100");
    await expectAccessible(page, "the form with a usual split");
    await button(page, "Save and add another").tap();
    await expect(page.getByText("Expense added")).toBeVisible();
  });

  await test.step("the next one is split equally by one tap", async () => {
    await field(page, "Description").fill("Water");
    await field(page, "Amount").fill("20");
    await button(page, "Equal").tap();
    await expect(radio(page, "Equal")).toBeChecked();
    await button(page, "Add Expense").tap();
    await expect(page).toHaveURL(eventUrl(event));
  });

  const expenses = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  const sharesOf = (description: string) =>
    expenses
      .find((one) => one.description === description)
      ?.shares.map(({ amount }) => amount)
      .sort();
  expect(sharesOf("Rent")).toEqual([40, 60]);
  expect(sharesOf("Water")).toEqual([10, 10]);

  await page.goto(`/groups/${group._id}/activity`);
  await expect(page.getByText("You changed the usual split", { exact: true })).toBeVisible();
});

test("two people have a usual split one-to-one, and a group the same as last time", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const { page } = ana;
  const group = await groupOf(ana, [ben]);
  const both = [ana.id, ben.id];

  await test.step("on the friend's page, once they share something", async () => {
    const tea = { friendId: ben.id, description: "Tea", amount: 4, paidBy: ana.id, splitWith: both };
    await ana.post("/api/expenses", tea);
    await page.goto(`/friends/${ben.id}`);
    await button(page, "Usually split").click();
    await button(page, "Add a preset").click();
    await field(page, "Name").fill("By income");
    await field(page, `Percent for ${ana.name}`).fill("70");
    await field(page, `Percent for ${ben.name}`).fill("30");
    await button(page, "Save preset").click();
    await expect(radio(page, "By income")).toBeChecked();
    await expectAccessible(page, "the usual split on a friend's page");
    await page.goto(`/friends/${ben.id}/add-expense`);
    await expect(page.getByText("Usually: By income")).toBeVisible();
    await expect(radio(page, "Percent")).toBeChecked();
  });

  const event = await eventIn(group, ana);
  const values = [
    { user: ana.id, value: 60 },
    { user: ben.id, value: 40 },
  ];
  const rent = { description: "Rent for May", amount: 100, paidBy: ana.id, splitWith: both };
  await ana.post("/api/expenses", { ...rent, eventId: event._id, split: { mode: "percent", values } });

  await test.step("a group is split as the last time in the category", async () => {
    await page.goto(`/groups/${group._id}/edit`);
    await button(page, "Usually split").click();
    await radio(page, "Same as last time").click();
    await expect(radio(page, "Same as last time")).toBeChecked();
    await expect(radio(page, "Equal")).toBeEnabled();
    await page.goto(`${eventUrl(event)}/add-expense`);
    await expect(page.getByText("Usually: Same as last time")).toBeVisible();
    await field(page, "Description").fill("Rent for June");
    await expect(page.getByText("As in “Rent for May”")).toBeVisible();
    await expect(field(page, `Percent for ${ana.name}`)).toHaveValue("60");
    await expectAccessible(page, "the form with the last split");
    await field(page, "Amount").fill("50");
    await button(page, "Add Expense").click();
    await expect(page).toHaveURL(eventUrl(event));
  });

  const [added] = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  expect(added?.shares.map(({ amount }) => amount).sort()).toEqual([20, 30]);
});
