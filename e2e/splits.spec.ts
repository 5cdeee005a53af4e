import type { Page } from "@playwright/test";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import { expectAccessible } from "./support/a11y";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { expenses, openActions, settled, unsettled } from "./support/locators";
import { pause } from "./support/pause";
import { eventIn, eventUrl, groupOf } from "./support/world";

// Uneven splits, other payers, copies: on a phone, by touch.

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

const radio = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const remainder = (page: Page) => page.locator("form p[role=status]");

async function enter(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).tap();
  await field(page, name).fill(text);
}

async function lastExpense(actor: Actor, event: Event): Promise<Expense> {
  const [expense] = await actor.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  if (!expense) throw new Error("There is no expense.");
  return expense;
}

const sharesOf = ({ shares }: Expense) =>
  Object.fromEntries(shares.map(({ user, amount }) => [user, amount]));

test("on the narrowest phone, nothing moves away under the tap that follows the amount", async ({
  person,
}) => {
  const ana = await person("ana.silva", { ...PHONE, viewport: { width: 320, height: 640 } });
  const { page } = ana;
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  await page.goto(`${eventUrl(event)}/add-expense`);
  await enter(page, "Amount", "12");
  await expect(button(page, "Plus")).toBeVisible();
  await button(page, "More ways").tap();
  await radio(page, "Percent").tap();
  await expect(radio(page, "Percent")).toBeChecked();
});

test("amounts and percent, typed, assigned, and retyped", async ({ person, guard }) => {
  // The server checks the sum of a split.
  guard.allowStatus(422);
  const ana = await person("ana.silva", PHONE);
  const ben = await person("ben.carter");
  const { page } = ana;
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  await page.goto(`${eventUrl(event)}/add-expense`);

  await test.step("amounts, with arithmetic, the rest to Ben", async () => {
    await enter(page, "Description", "Tapas");
    await field(page, "Amount").tap();
    await field(page, "Amount").fill("12");
    await button(page, "Plus").tap();
    await page.keyboard.type("8,50");
    await expect(field(page, "Amount")).toHaveValue("12+8,50");
    await expect(page.getByText("= $20.50")).toBeVisible();
    await radio(page, "Amounts").tap();
    await enter(page, `Dollars for ${ana.name}`, "4.25*2");
    await expect(remainder(page)).toHaveText("$12.00 still needs to be split.");
    await expectAccessible(page, "amounts");
    await button(page, "Assign to Ben").tap();
    await expect(field(page, `Dollars for ${ben.name}`)).toHaveValue("12.00");
    await expect(remainder(page)).toHaveText("Adds up to $20.50.");
    await button(page, "Add Expense").tap();
    await page.waitForURL(`**${eventUrl(event)}`);
    await expect(unsettled(page)).toContainText("$12.00");
  });

  await test.step("the form shows what was typed; percent instead", async () => {
    await openActions(page, "Tapas");
    await page.getByRole("link", { name: "Edit Tapas" }).tap();
    await expect(radio(page, "Amounts")).toBeChecked();
    await expect(field(page, `Dollars for ${ana.name}`)).toHaveValue("8.50");
    await button(page, "More ways").tap();
    await radio(page, "Percent").tap();
    await enter(page, `Percent for ${ana.name}`, "40");
    await enter(page, `Percent for ${ben.name}`, "63");
    await expect(remainder(page)).toHaveText("3% too much");
    await button(page, "Update Expense").tap();
    await expect(page.getByRole("alert").filter({ hasText: "3% too much" })).toBeVisible();
    await button(page, "Take from Ben").tap();
    await expect(remainder(page)).toHaveText("Adds up to 100%.");
    await expectAccessible(page, "percent");
    await button(page, "Update Expense").tap();
    await page.waitForURL(`**${eventUrl(event)}`);
    expect(sharesOf(await lastExpense(ana, event))).toEqual({ [ana.id]: 8.2, [ben.id]: 12.3 });
  });

  await test.step("the details show the input of each share", async () => {
    await expenses(page).getByRole("link", { name: "Tapas", exact: true }).tap();
    const participants = page.getByRole("region", { name: "Participants (2)" });
    await expect(participants).toContainText("60%");
    await expect(participants).toContainText("$12.30");
  });

  for (const [mode, label] of [
    ["Shares", "Shares for"],
    ["Adjust", "Plus or minus for"],
  ] as const) {
    await test.step(`${mode} is accessible`, async () => {
      await page.goto(`${eventUrl(event)}/add-expense`);
      await enter(page, "Amount", "30");
      await button(page, "More ways").tap();
      await radio(page, mode).tap();
      await enter(page, `${label} ${ben.name}`, "3");
      await expectAccessible(page, mode);
    });
  }
});

test("a click on a value field selects its value, so that typing replaces it", async ({ person }) => {
  const ana = await person("ana.silva");
  const { page } = ana;
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  await page.goto(`${eventUrl(event)}/add-expense`);
  await radio(page, "Shares").click();
  const field = page.getByLabel(`Shares for ${ana.name}`);
  await expect(field).toHaveValue("1");
  await field.click({ delay: 120 });
  await page.keyboard.type("3");
  await expect(field).toHaveValue("3");
});

test("several payers, a note, a copy, one more; the other payer may edit", async ({ person }) => {
  const ana = await person("ana.silva", PHONE);
  const ben = await person("ben.carter", PHONE);
  const { page } = ana;
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  await page.goto(`${eventUrl(event)}/add-expense`);

  await test.step("two people paid", async () => {
    await enter(page, "Description", "Taxi");
    await enter(page, "Amount", "30");
    await button(page, "Paid by you").tap();
    await button(page, "Several people").tap();
    await expect(field(page, "Paid by you")).toBeFocused();
    await enter(page, "Paid by you", "20");
    // It is where "Several people" was.
    await pause();
    await button(page, "Assign to Ben").tap();
    await expectAccessible(page, "several payers");
    await button(page, /^More ·/).tap();
    await expect(radio(page, "Transport")).toBeChecked();
    await radio(page, "Travel").tap();
    await field(page, "Note").fill("To the airport");
    await expectAccessible(page, "date, category, note");
  });

  await test.step("saved, and the form is empty again", async () => {
    await button(page, "Save and add another").tap();
    await expect(field(page, "Description")).toBeFocused();
    await expect(field(page, "Description")).toHaveValue("");
    await enter(page, "Description", "Bread");
    await enter(page, "Amount", "4");
    await button(page, "Paid by you").tap();
    await radio(page, ben.name).tap();
    await button(page, "Add Expense").tap();
    await page.waitForURL(`**${eventUrl(event)}`);
    await expect(page.getByRole("heading", { name: "Total Expenses: $34.00" })).toBeVisible();
    // Ana paid 5 for Ben's half of the taxi, Ben 2 for her half of the bread.
    await expect(unsettled(page)).toContainText("$3.00");
  });

  await test.step("Ben, who paid a part, edits it", async () => {
    await ben.page.goto(eventUrl(event));
    await expect(expenses(ben.page)).toContainText(`You and ${ana.name.split(" ")[0]} paid`);
    await openActions(ben.page, "Taxi");
    await ben.page.getByRole("link", { name: "Edit Taxi" }).tap();
    await button(ben.page, "Paid by 2 people").tap();
    await expect(field(ben.page, "Paid by you")).toHaveValue("10.00");
    await button(ben.page, "One person paid").tap();
    await radio(ben.page, ana.name).tap();
    await button(ben.page, "Update Expense").tap();
    await ben.page.waitForURL(`**${eventUrl(event)}`);
    await expect(expenses(ben.page)).toContainText("Taxi");
    // He is no longer a payer, and did not record it.
    await expect(ben.page.getByRole("button", { name: "Actions for Taxi" })).toHaveCount(0);
  });

  await test.step("a copy is a new expense with the same values", async () => {
    await page.reload();
    await expenses(page).getByRole("link", { name: "Taxi", exact: true }).tap();
    await expect(page.getByText("To the airport")).toBeVisible();
    await expectAccessible(page, "details");
    await page.getByRole("link", { name: "Copy" }).tap();
    await expect(field(page, "Description")).toHaveValue("Taxi");
    await expect(field(page, "Amount")).toHaveValue("30.00");
    await pause();
    await button(page, "Add Expense").tap();
    await page.waitForURL(`**${eventUrl(event)}`);
    await expect(page.getByRole("heading", { name: "Total Expenses: $64.00" })).toBeVisible();
    const copy = await lastExpense(ana, event);
    expect(copy).toMatchObject({
      description: "Taxi",
      note: "To the airport",
      category: "travel",
      amount: 30,
    });
  });
});

test("a refund of a dinner: who received it owes the others, and settles", async ({ person }) => {
  const ana = await person("ana.silva", PHONE);
  const ben = await person("ben.carter", PHONE);
  const { page } = ana;
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  const back = page.waitForURL.bind(page, `**${eventUrl(event)}`);
  await page.goto(`${eventUrl(event)}/add-expense`);
  await enter(page, "Description", "Dinner");
  await enter(page, "Amount", "100");
  await button(page, "Paid by you").tap();
  await radio(page, ben.name).tap();
  await button(page, "Add Expense").tap();
  await back();
  await expect(unsettled(page)).toContainText("$50.00");
  await unsettled(page).getByRole("button", { name: "Settle" }).tap();
  await expect(page.getByText("Nothing to settle.")).toBeVisible();

  await test.step("the keypad has no minus, so Refund is a switch", async () => {
    await page.goto(`${eventUrl(event)}/add-expense`);
    await enter(page, "Description", "Deposit");
    await enter(page, "Amount", "60");
    await button(page, /^More ·/).tap();
    await page.getByRole("checkbox", { name: "Refund" }).tap();
    await expect(field(page, "Amount")).toHaveValue("-60");
    await expect(button(page, "Received by you")).toBeVisible();
    await expect(page.getByText("$30.00 back for each")).toBeVisible();
    await expectAccessible(page, "refund");
    await pause();
    await button(page, "Add Expense").tap();
    await back();
  });

  await test.step("what was settled stays, and Ana owes Ben his part", async () => {
    await expect(page.getByRole("heading", { name: "Total Expenses: $40.00" })).toBeVisible();
    await expect(settled(page)).toContainText("$50.00");
    await expect(expenses(page)).toContainText(/Deposit.*Refund: You received.*you owe \$30\.00/);
    await expect(unsettled(page)).toContainText("$30.00");
    await ben.page.goto(eventUrl(event));
    await expect(expenses(ben.page)).toContainText(/Refund: Ana received.*you get back \$30\.00/);
    await expectAccessible(ben.page, "event with a refund");
  });

  await test.step("Why says so, and leads to the refund", async () => {
    await unsettled(page)
      .getByRole("link", { name: `You owe ${ben.name}` })
      .tap();
    const rows = page.getByRole("region", { name: "Why" }).getByRole("listitem");
    await expect(rows).toContainText([
      /^DepositRefund: You received \$60\.00 for all.*\+\$30\.00/,
      /^PaymentYou paid \$50\.00.*−\$50\.00/,
      /^DinnerBen paid \$100\.00.*\+\$50\.00/,
    ]);
    await page.getByRole("link", { name: "Deposit" }).tap();
    await expect(page.getByText("You owe $30.00").first()).toBeVisible();
    await expectAccessible(page, "refund");
  });

  await test.step("an edit keeps it, and it is settled", async () => {
    await page.getByRole("link", { name: "Edit Expense" }).tap();
    await expect(field(page, "Amount")).toHaveValue("-60.00");
    await enter(page, "Amount", "-50");
    await button(page, "Update Expense").tap();
    await back();
    await expect(unsettled(page)).toContainText("$25.00");
    await unsettled(page).getByRole("button", { name: "Settle" }).tap();
    await expect(settled(page)).toContainText("$25.00");
    expect(await lastExpense(ana, event)).toMatchObject({ amount: -50, payers: [{ amount: -50 }] });
  });
});

test("a panel that cannot be loaded shows an error, and can be retried", async ({ person, guard }) => {
  guard.allow(/net::ERR_FAILED|Failed to load chunk/);
  const ana = await person("ana.silva", PHONE);
  const ben = await person("ben.carter");
  const { page } = ana;
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  await page.goto(`${eventUrl(event)}/add-expense`, { waitUntil: "networkidle" });
  await page.route("**/_next/static/chunks/**", (route) => route.abort());
  await button(page, "Paid by you").tap();
  await expect(page.getByText("Failed to load data.")).toBeVisible();
  await page.unroute("**/_next/static/chunks/**");
  await button(page, "Try again").tap();
  await expect(button(page, "Several people")).toBeVisible();
});
