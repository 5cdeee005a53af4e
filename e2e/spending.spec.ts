import type { GroupSpending } from "@/lib/contract/spending";
import type { Settlement } from "@/lib/contract/settlements";
import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { alert, settled, unsettled } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

test("a month leads to its categories, and those to the expenses behind them, which sum to the bar", async ({
  person,
}) => {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const group = await groupOf(ana, [ben], "Sea house");
  const event = await eventIn(group, ana, "Weekend");
  for (const [what, amount] of [
    ["Dinner", 30],
    ["Lunch", 12.5],
    ["Taxi", 9.99],
  ] as const)
    await expenseIn(event, ana, what, amount);
  const { page } = ana;
  await page.goto(groupUrl(group));
  await page.getByRole("link", { name: "Spending" }).click();
  const row = (name: string | RegExp) => page.getByRole("row").filter({ hasText: name });
  const [month] = (await ana.get<GroupSpending>(`/api/groups/${group._id}/spending`)).months;
  expect(month).toMatchObject({ total: 52.49 });
  await expect(row("Food & drinks")).toContainText("$42.50");
  await expect(row("Food & drinks")).toContainText("$21.25");
  await page.getByRole("table", { name: "Month" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/month=/);
  await page.getByRole("link", { name: "Food & drinks" }).click();
  await expect(page.getByRole("heading", { name: "Expenses" })).toBeVisible();
  const listed = page.getByRole("main").getByRole("listitem");
  await expect(listed).toHaveText([/Lunch.*\$12\.50/, /Dinner.*\$30\.00/]);
  await listed.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/expenses\//);
  await page.goto("/account");
  await expect(page.getByRole("region", { name: "Your spending" })).toContainText("$");
});

test("a payment above what is owed says what will be owed back, and is recorded once", async ({ person }) => {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  await expenseIn(event, ana, "Cheese", 30);
  const { page } = ben;
  await page.goto(eventUrl(event));
  await page.getByRole("link", { name: "Record a payment" }).click();
  await expect(page.getByText(/^Then you and Ana.* will be even\.$/)).toBeVisible();
  await expectAccessible(page, "a payment to record");
  await page.getByLabel("Amount").fill("");
  await expect(page.getByRole("status").filter({ hasText: "You owe" })).toContainText("$15.00");
  await page.getByLabel("Amount").fill("20");
  await expect(page.getByText(/^Then Ana.* will owe you \$5\.00\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Record Payment" }).dblclick();
  await expect(page).toHaveURL(eventUrl(event));
  await expect(unsettled(page)).toContainText("$5.00");
  await expect(settled(page)).toContainText("$20.00");
  const payments = await ben.get<Settlement[]>(`/api/settlements?eventId=${event._id}`);
  expect(payments.map(({ amount, settled: done }) => [amount, done]).sort()).toEqual([
    [20, true],
    [5, false],
  ]);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(unsettled(page)).toContainText("$15.00");
  await expect(settled(page)).not.toContainText("$20.00");

  // Whoever was paid records it, too.
  await ana.page.goto(eventUrl(event));
  await ana.page.getByRole("link", { name: "Record a payment" }).click();
  await ana.page.getByRole("button", { name: "Record Payment" }).click();
  await expect(alert(ana.page, "Recorded: Ben paid you $15.00.")).toBeVisible();
  await page.reload();
  await expect(settled(page)).toContainText("You paid");
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText(/^Ana recorded that you paid them \$15\.00/)).toBeVisible();
});
