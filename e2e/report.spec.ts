import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { eventIn, expenseIn, groupOf, groupUrl } from "./support/world";

test("a group's statement over days, also without JavaScript", async ({ person, newContext }) => {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const group = await groupOf(ana, [ben], "Sea house");
  const event = await eventIn(group, ana, "Weekend");
  await expenseIn(event, ana, "Dinner", 30);
  const { page } = ana;
  await page.goto(groupUrl(group));
  await page.getByRole("link", { name: "Statement" }).click();
  const balances = page.getByRole("table", { name: /^Total Expenses/ });
  await expect(balances.getByRole("row", { name: "Ben" })).toContainText("−$15.00");
  await expectAccessible(page, "the report");
  await page.getByRole("link", { name: "Last month" }).click();
  await expect(page).toHaveURL(/from=.*until=/);
  await expect(page.getByRole("heading", { name: "Total Expenses: $0.00" })).toBeVisible();
  await page.getByRole("link", { name: "This year" }).click();
  await expect(page.getByRole("rowheader", { name: "Dinner" })).toContainText("Weekend");
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Spreadsheet (CSV)" }).click();
  expect((await waiting).suggestedFilename()).toMatch(/^evenly-sea-house-\d{4}-01-01-\d{4}-12-31\.csv$/);

  const storageState = await page.context().storageState();
  const context = await newContext({ javaScriptEnabled: false, storageState });
  const plain = await context.newPage();
  await plain.goto(page.url());
  await plain.getByText("Other dates").click();
  await plain.getByLabel("From").fill("2020-01-01");
  await plain.getByLabel("To", { exact: true }).fill("2020-12-31");
  await plain.getByRole("button", { name: "Show" }).click();
  await expect(plain).toHaveURL(/from=2020-01-01&until=2020-12-31/);
  await expect(plain.getByRole("heading", { name: "Total Expenses: $0.00" })).toBeVisible();
});
