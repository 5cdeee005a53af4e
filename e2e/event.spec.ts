import { expect, test } from "./support/fixtures";
import { unsettled } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

test("the preview of minimal transactions evens out a pot, and cannot be settled", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  const cleo = await person("cleo");
  const group = await groupOf(ana, [ben, cleo]);
  const event = await eventIn(group, ana);
  await expenseIn(event, ana, "For Ben", 60, [ben.id]);
  await expenseIn(event, ana, "For Cleo", 20, [cleo.id]);
  const { page } = ana;
  await page.goto(eventUrl(event));
  const region = unsettled(page);
  await expect(region.getByRole("button", { name: "Settle" })).toHaveCount(2);
  await page.getByLabel("Minimal transactions").check();
  await expect(region.getByRole("button", { name: "Settle" })).toHaveCount(0);
  await expect(region).toContainText("This is a preview.");
  await expect(region).toContainText("Everyone pays");
  await expect(region).toContainText("To even out what each person pays");
  await expect(region).toContainText("Cleo owes Ben $20.00");
  await page.getByLabel("Minimal transactions").uncheck();
  await expect(region.getByRole("button", { name: "Settle" })).toHaveCount(2);
});

test("an event with many expenses is paginated", async ({ person }) => {
  test.slow();
  const ana = await person("ana");
  const group = await groupOf(ana, [await person("ben")]);
  const event = await eventIn(group, ana);
  for (let index = 1; index <= 55; index++) await expenseIn(event, ana, `Ticket ${index}`, 1);
  const { page } = ana;
  await page.goto(eventUrl(event));
  const list = page.getByRole("region", { name: "Expenses (55):" });
  await expect(list.getByRole("listitem")).toHaveCount(25);
  await list.getByRole("button", { name: "Show more expenses" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(55);
  await expect(page.getByRole("heading", { name: "Total Expenses: $55.00" })).toBeVisible();
});
