import { expect, test } from "./support/fixtures";
import { expenses, openActions, unsettled } from "./support/locators";
import { pause } from "./support/pause";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

// The menu of a row.

test("the tap that closes a menu presses nothing else", async ({ person }) => {
  const ana = await person("ana.silva", { hasTouch: true, viewport: { width: 360, height: 1200 } });
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  for (const description of ["Bread", "Cheese"]) await expenseIn(event, ana, description, 10);
  const { page } = ana;
  await page.goto(eventUrl(event));
  const menu = page.getByRole("link", { name: "Edit Cheese" });
  const settle = unsettled(page).getByRole("button", { name: /^Settle/ });
  const row = expenses(page).getByRole("link", { name: "Bread", exact: true });
  for (const other of [settle, row]) {
    await openActions(page, "Cheese");
    await expect(menu).toBeVisible();
    await pause();
    const { x, y, height } = (await other.boundingBox())!;
    await page.touchscreen.tap(x + 8, y + height / 2);
    await expect(menu).toBeHidden();
    await pause();
  }
  await expect(page).toHaveURL(eventUrl(event));
  await expect(settle).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});
