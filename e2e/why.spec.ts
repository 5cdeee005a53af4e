import type { OpenPayment } from "@/lib/contract/settlements";
import { expectAccessible } from "./support/a11y";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { alert, settled, unsettled } from "./support/locators";
import { pause } from "./support/pause";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

// From a debt to the expense behind it, and settling it: in part, or all at once.

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

/** Two friends with an open payment in each of two events: Ben owes Ana $15.00 and is owed $4.00. */
async function twoDebts(person: (name: string, options?: object) => Promise<Actor>, options?: object) {
  const ana = await person("ana.silva", options);
  const ben = await person("ben.carter", options);
  const group = await groupOf(ana, [ben], "Rowers");
  const regatta = await eventIn(group, ana, "Regatta");
  const dinner = await eventIn(group, ana, "Dinner", "2026-03-20");
  await expenseIn(regatta, ana, "Cheese", 40);
  await expenseIn(regatta, ben, "Bread", 10);
  await expenseIn(dinner, ben, "Pasta", 8);
  return { ana, ben, regatta, dinner };
}

test("on a phone: from home to the expense, and an edit changes the explanation", async ({ person }) => {
  const { ana, ben } = await twoDebts(person, { ...phone, viewport: { width: 390, height: 844 } });
  const { page } = ana;
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  const rows = page.getByRole("region", { name: "Why" }).getByRole("listitem");
  await page.goto("/friends");
  const balance = page.getByRole("region", { name: "Friends (1)" }).getByRole("listitem");
  await expect(balance).toContainText("$11.00");
  await balance.getByRole("link", { name: ben.name }).tap();
  await expect(main.getByRole("status")).toContainText("owes you $11.00");
  await pause();
  await page.getByRole("link", { name: /^Regatta/ }).tap();
  await expect(heading).toHaveText(`${ben.name} owes you $15.00`);
  await expect(rows).toContainText([
    /^BreadBen paid \$10\.00.*−\$5\.00/,
    /^CheeseYou paid \$40\.00.*\+\$20\.00/,
  ]);
  await expect(main).toContainText("Total $15.00");
  await expectAccessible(page, "why, on a phone");
  const why = new URL(page.url()).pathname;

  await page.getByRole("link", { name: "Cheese" }).tap();
  await expect(page.getByRole("heading", { name: "Expense Details" })).toBeVisible();
  await page.getByRole("link", { name: "Edit Expense" }).tap();
  await page.getByLabel("Amount").fill("50");
  await pause();
  await page.getByRole("button", { name: "Update Expense" }).tap();
  await unsettled(page)
    .getByRole("link", { name: `${ben.name} owes you` })
    .tap();
  await expect(heading).toHaveText(`${ben.name} owes you $20.00`);
  await expect(rows.nth(1)).toContainText(/You paid \$50\.00.*\+\$25\.00/);
  await expect(main).toContainText("Total $20.00");

  await ben.page.goto(why);
  await expect(ben.page.getByRole("heading", { level: 1 })).toHaveText(`You owe ${ana.name} $20.00`);
  await ben.page.getByRole("link", { name: "Go back" }).tap();
  await expect(unsettled(ben.page)).toContainText("$20.00");
});

test("on a phone: a part is paid, and the rest stays open", async ({ person, guard }) => {
  guard.allowStatus(409);
  const { ana, ben, regatta } = await twoDebts(person, phone);
  const { page } = ben;
  await page.goto(eventUrl(regatta));
  await unsettled(page)
    .getByRole("link", { name: /You owe/ })
    .tap();
  await page.getByRole("button", { name: "Pay part of it" }).tap();
  const dialog = page.getByRole("dialog", { name: "Pay part of it" });
  const amount = dialog.getByLabel("Amount");
  await expect(amount).toHaveValue("15.00");
  await amount.fill("15.01");
  await pause();
  await dialog.getByRole("button", { name: "Settle" }).tap();
  await expect(alert(page, "Only $15.00 is still owed.")).toBeVisible();
  await expectAccessible(page, "a refused part of a payment");
  await amount.fill("5+1");
  await dialog.getByRole("radio", { name: "Cash" }).check();
  await dialog.getByLabel("Note (optional)").fill("at the boathouse");
  await dialog.getByRole("button", { name: "Settle" }).tap();
  await expect(alert(page, "Settled: You paid Ana $6.00.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`You owe ${ana.name} $9.00`);
  await expect(page.getByRole("region", { name: "Why" })).toContainText("Payment");

  // Undone, it is open again, on the same screen.
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`You owe ${ana.name} $15.00`);
  await page.getByRole("button", { name: "Pay part of it" }).tap();
  await amount.fill("6");
  await dialog.getByRole("radio", { name: "Cash" }).check();
  await dialog.getByLabel("Note (optional)").fill("at the boathouse");
  await dialog.getByRole("button", { name: "Settle" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`You owe ${ana.name} $9.00`);

  await page.goto(eventUrl(regatta));
  await expect(unsettled(page)).toContainText("$9.00");
  await expect(settled(page)).toContainText("You paid");
  await expect(settled(page)).toContainText("Cash · at the boathouse");
  await settled(page).getByRole("button", { name: "Unsettle" }).tap();
  await expect(unsettled(page)).toContainText("$15.00");
  await expect(settled(page)).toContainText("Nothing has been settled yet.");
});

test("a payment that someone else settled meanwhile is reported as settled", async ({ person }) => {
  const { ana, ben, regatta } = await twoDebts(person);
  const [payment] = await ana.get<{ _id: string }[]>(`/api/settlements?eventId=${regatta._id}`);
  const { page } = ben;
  await page.goto(`${eventUrl(regatta)}/why/${payment?._id}`);
  await ana.put(`/api/settlements/${payment?._id}/settle`, { settled: true });
  await page.reload();
  await expect(page.getByText("This payment has been settled.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the event" }).click();
  await expect(page.getByRole("heading", { name: "Regatta" })).toBeVisible();
});

test("everything with a friend is settled at once, and undone at once", async ({ person, guard }) => {
  guard.allowStatus(409);
  const { ana, ben, dinner } = await twoDebts(person);
  const { page } = ben;
  await page.goto(`/friends/${ana.id}`);
  await page.getByRole("button", { name: "Settle up", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Did you pay Ana" });
  await expect(dialog).toContainText("Did you pay Ana $11.00?");
  await expectAccessible(page, "the question before all is settled");

  // Settles exactly what is shown, or nothing.
  await expenseIn(dinner, ben, "Wine", 6);
  await dialog.getByRole("button", { name: "Settle up" }).click();
  await expect(alert(page, "The payment has changed. Please check it and try again.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("status")).toContainText("you owe $8.00");

  await page.getByRole("button", { name: "Settle up", exact: true }).click();
  await expect(dialog).toContainText("Did you pay Ana $8.00?");
  await dialog.getByRole("button", { name: "Settle up" }).click();
  await expect(alert(page, "Settled: You paid Ana $8.00.")).toBeVisible();
  await expect(page.getByText("You don't owe each other anything.")).toBeVisible();
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("main").getByRole("status")).toContainText("you owe $8.00");
  await expect(
    page.getByRole("region", { name: "Unsettled payments (2)" }).getByRole("listitem"),
  ).toHaveCount(2);
});

test("what was settled at once is undone later, on the friend's page or in the activity", async ({
  person,
}) => {
  const { ana, ben } = await twoDebts(person);
  const { page } = ben;
  const path = `/api/users/${ana.id}/settlements`;
  const settleUp = async () => {
    const open = await ben.get<OpenPayment[]>(path);
    const payments = open.map(({ settlement: { _id, amount, from } }) => ({ _id, amount, from: from._id }));
    await ben.post(path, { payments });
  };
  const together = page.getByRole("region", { name: "Settled up" });

  await settleUp();
  await page.goto(`/friends/${ana.id}`);
  await expect(together.getByRole("listitem")).toContainText("You paid Ana $11.00");
  await expect(together.getByRole("listitem")).toContainText("2 payments");
  await expectAccessible(page, "payments that were settled together");
  await together.getByRole("button", { name: "Undo" }).click();
  await expect(alert(page, "The payments are unsettled again.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("status")).toContainText("you owe $11.00");
  await expect(together).toHaveCount(0);

  await settleUp();
  await page.goto("/activity");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("paid");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("You undid a payment");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  expect(await ben.get<OpenPayment[]>(path)).toHaveLength(2);
});
