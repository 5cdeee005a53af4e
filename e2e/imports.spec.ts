import type { Page } from "@playwright/test";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import { expectAccessible } from "./support/a11y";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { alert, question } from "./support/locators";
import { openReady } from "./support/ready";
import { choose, splitwise, sumsOf, type Row } from "./support/import-file";
import { eventIn, expenseIn, groupOf, groupUrl } from "./support/world";

// A group's history moves in from a file: previewed, imported in batches, imported again, undone, and resumed.

/** A few rows: one payer, several payers, a payment, and two that are the same. */
const trip: Row[] = [
  ["2026-03-01", "Rent", "Rent", 90_000, [60_000, -30_000, -30_000]],
  ["2026-03-02", "Tram", "Taxi", 1_000, [-500, 500, 0]],
  ["2026-03-02", "Tram", "Taxi", 1_000, [-500, 500, 0]],
  ["2026-03-03", "Dinner", "Dining out", 9_001, [1_000, 2_000, -3_000]],
  ["2026-03-05", "Zoe P. paid Ana S.", "Payment", 20_000, [-20_000, 0, 20_000]],
];

const start = (page: Page) => page.getByRole("button", { name: /^Import [\d,]+ entr/ }).click();

/** What each member of a group is owed over all its events, in cents, by name. */
async function balancesOf(actor: Actor, groupId: string): Promise<Record<string, number>> {
  const events = await actor.get<Event[]>(`/api/events?groupId=${groupId}`);
  const nets = new Map<string, number>();
  for (const { _id } of events) {
    const payments = await actor.get<
      { settled: boolean; amount: number; from: { name: string }; to: { name: string } }[]
    >(`/api/settlements?eventId=${_id}`);
    for (const { settled, amount, from, to } of payments) {
      if (settled) continue;
      nets.set(to.name, (nets.get(to.name) ?? 0) + Math.round(amount * 100));
      nets.set(from.name, (nets.get(from.name) ?? 0) - Math.round(amount * 100));
    }
  }
  return Object.fromEntries([...nets].filter(([, cents]) => cents !== 0));
}

test("a Splitwise file becomes a new group with its people as guests, whose balances are those of the file", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const { page } = ana;
  const names = [ana.name, "Ben", "Zoe Park"];
  const csv = splitwise(names, trip);
  const sums = sumsOf(names, trip);

  await openReady(page, "/groups");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL("/groups/import");
  await expectAccessible(page, "choosing a file");
  await choose(page, "lisbon-trip_2026-11-29_export.csv", csv);
  await expect(page.getByText("3 people · 4 expenses · 1 payment")).toBeVisible();
  await expect(page.getByText("Every balance matches the file to the cent.")).toBeVisible();
  await expect(page.getByLabel("Group Title")).toHaveValue("Lisbon trip");
  await expect(page.getByLabel(`Who is ${ana.name}?`)).toHaveValue(ana.id);
  await expectAccessible(page, "what a file contains");
  await start(page);
  await expect(page.getByText("4 expenses and 1 payment imported.")).toBeVisible();
  await expectAccessible(page, "what was imported");
  await page.getByRole("link", { name: "Open Imported from Splitwise" }).click();
  await expect(page.getByRole("heading", { name: "Total Expenses: $1,010.01" })).toBeVisible();

  const [group] = await ana.get<Group[]>("/api/groups");
  expect(group?.title).toBe("Lisbon trip");
  expect(group?.members.map(({ name, guest = false }) => [name, guest])).toEqual([
    [ana.name, false],
    ["Ben", true],
    ["Zoe Park", true],
  ]);
  const footer = Object.fromEntries(names.map((name, index) => [name, sums[index]]));
  expect(await balancesOf(ana, group!._id)).toEqual(footer);

  // The same file again adds nothing, and a newer one only what is new.
  const importPath = `${groupUrl(group!)}/import`;
  await openReady(page, importPath);
  await expect(page.getByRole("region", { name: "Earlier imports" }).getByRole("listitem")).toHaveText([
    /^4 expenses and 1 payment from Splitwise/,
  ]);
  await choose(page, "again.csv", csv);
  await start(page);
  await expect(page.getByText("Nothing imported, 5 already in the group.")).toBeVisible();
  expect(await balancesOf(ana, group!._id)).toEqual(footer);
  const newer: Row[] = [...trip, ["2026-04-01", "Bread", "Groceries", 600, [300, -300, 0]]];
  await openReady(page, importPath);
  await choose(page, "newer.csv", splitwise(names, newer));
  await start(page);
  await expect(page.getByText("1 expense imported, 5 already in the group.")).toBeVisible();

  // What was changed since is not undone, and said; the rest is undone as a whole.
  const balances = await balancesOf(ana, group!._id);
  await page.getByRole("button", { name: "Undo this import", exact: true }).click();
  await question(page, "Are you sure you want to undo this import?")
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.getByRole("heading", { name: "The import was undone" })).toBeVisible();
  expect(await balancesOf(ana, group!._id)).toEqual(footer);
  expect(balances).not.toEqual(footer);
});

test("an import into an event is undone, unless some of it was changed", async ({ person, guard }) => {
  guard.allowStatus(409);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const event = await eventIn(group, ana, "March");
  await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  const csv = splitwise(
    [ana.name, ben.name],
    [
      ["2026-03-01", "Rent", "Rent", 90_000, [45_000, -45_000]],
      ["2026-03-02", "=SUM(A1)", "General", 1_000, [-500, 500]],
    ],
  );

  await openReady(page, groupUrl(group));
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await choose(page, "flat.csv", csv);
  await page.getByRole("radio", { name: "An existing event" }).check();
  await start(page);
  await page.getByRole("link", { name: "Open March" }).click();
  await expect(page.getByRole("heading", { name: "Total Expenses: $920.00" })).toBeVisible();
  const expenses = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  const rent = expenses.find(({ description }) => description === "Rent")!;
  await ana.put(`/api/expenses/${rent._id}`, {
    description: "Rent of March",
    amount: rent.amount,
    paidBy: rent.paidBy._id,
    splitWith: rent.splitWith.map(({ _id }) => _id),
    rev: rent.rev,
  });

  await openReady(page, `${groupUrl(group)}/import`);
  await page.getByRole("button", { name: /^Undo this import/ }).click();
  await question(page, "Are you sure you want to undo this import?")
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.getByRole("alert").filter({ hasText: "1 expense" })).toBeVisible();
  const after = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  expect(after.map(({ description }) => description).sort()).toEqual(["=SUM(A1)", "Cheese", "Rent of March"]);
});

test("an import whose tab was closed is resumed with the same file, and nothing is there twice", async ({
  person,
  guard,
}) => {
  test.slow();
  guard.allow(/net::ERR_FAILED/);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const rows = Array.from({ length: 450 }, (_, index): Row => [
    `2026-0${1 + (index % 9)}-14`,
    `Bread ${index % 200}`,
    "Groceries",
    200 + 2 * (index % 50),
    [100 + (index % 50), -100 - (index % 50)],
  ]);
  const names = [ana.name, ben.name];
  const csv = splitwise(names, rows);
  const importPath = `${groupUrl(group)}/import`;

  const tab = await ana.context.newPage();
  await openReady(tab, importPath);
  let batches = 0;
  await tab.route("**/api/imports/*/rows", async (route) => {
    batches += 1;
    // The connection is lost after the first batch.
    if (batches > 1) await route.abort();
    else await route.continue();
  });
  await choose(tab, "bread.csv", csv);
  await tab.getByRole("radio", { name: "One event for each month" }).check();
  await start(tab);
  await expect(tab.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "200");
  await expect(tab.getByText("No connection. Trying again…")).toBeVisible();
  await tab.close({ runBeforeUnload: false });

  const { page } = ana;
  await openReady(page, importPath);
  await expect(page.getByText("You have 1 unfinished import.")).toBeVisible();
  await expect(page.getByText("Unfinished: 200 of 450")).toBeVisible();
  await choose(page, "bread.csv", csv);
  await expect(
    page.getByText("200 of 450 entries have been imported so far.", { exact: false }),
  ).toBeVisible();
  await expectAccessible(page, "an unfinished import");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("450 expenses imported.")).toBeVisible();
  const events = await ana.get<Event[]>(`/api/events?groupId=${group._id}`);
  expect(events).toHaveLength(9);
  expect(events.reduce((sum, { expenseCount }) => sum + expenseCount, 0)).toBe(450);
  const [sum] = sumsOf(names, rows);
  expect(await balancesOf(ana, group._id)).toEqual({ [ana.name]: sum, [ben.name]: -sum! });
});

test("a file that does not add up is refused with its row, and nothing is written", async ({ person }) => {
  const ana = await person("ana.silva");
  const { page } = ana;
  await openReady(page, "/groups/import");
  const names = [ana.name, "Ben"];
  await choose(page, "a.csv", splitwise(names, [["2026-03-01", "Rent", "Rent", 90_000, [45_000, -44_999]]]));
  await expect(page.getByRole("alert").filter({ hasText: /3/ })).toBeVisible();
  await choose(page, "b.txt", "Hello");
  await expect(
    alert(
      page,
      "Evenly can't read this file. It reads Splitwise's CSV, Spliit's JSON, and its own JSON exports.",
    ),
  ).toBeVisible();
  // The same input still takes a good one.
  await choose(page, "c.csv", splitwise(names, [["2026-03-01", "Rent", "Rent", 90_000, [45_000, -45_000]]]));
  await expect(page.getByText("2 people · 1 expense · 0 payments")).toBeVisible();
  expect(await ana.get<Group[]>("/api/groups")).toEqual([]);
});

test("the page says that it needs JavaScript", async ({ person }) => {
  const ana = await person("ana.silva", { javaScriptEnabled: false });
  await ana.page.goto("/groups/import");
  // In a <noscript>, whose content Playwright does not see.
  expect(await ana.page.content()).toContain("Importing needs JavaScript.");
  await expect(ana.page.getByText("Choose a file")).toBeHidden();
});
