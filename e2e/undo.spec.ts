import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { alert, expenses, openActions, question, topBar, unsettled } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// Everything deleted can be restored: at once with Undo, and for 30 days from the deleted items.

test("Undo restores a deleted expense and a deleted event, with their debts", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const event = await eventIn(group, ana, "March");
  await expenseIn(event, ana, "Dinner", 30);
  const { page } = ana;

  await page.goto(eventUrl(event));
  await openActions(page, "Dinner");
  await page.getByRole("button", { name: "Delete Dinner" }).click();
  await question(page, "Are you sure you want to delete this expense?")
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(alert(page, "Expense deleted")).toBeVisible();
  await expect(unsettled(page)).toContainText("Nothing to settle.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(expenses(page)).toContainText("Dinner");
  await expect(unsettled(page)).toContainText("$15.00");

  await page.goto(groupUrl(group));
  await page.getByRole("button", { name: "Delete March" }).click();
  await question(page, "Are you sure you want to delete this event?")
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(alert(page, "Event deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Events (0)" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "March" }).click();
  await expect(unsettled(page)).toContainText("$15.00");
});

test("Recently deleted restores an event, then an expense deleted earlier; whoever owes something in the event can, too", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const event = await eventIn(group, ana, "March");
  await expenseIn(event, ana, "Dinner", 30);
  const wine = await expenseIn(event, ana, "Wine", 12);
  await ana.delete(`/api/expenses/${wine._id}`);
  await ana.delete(`/api/events/${event._id}`);

  await ben.page.goto(groupUrl(group));
  await ben.page.getByRole("link", { name: "Recently deleted" }).click();
  const row = (page: typeof ana.page, title: string) =>
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: new RegExp(`^${title}`) });
  await expect(row(ben.page, "Wine")).toContainText(`Deleted by ${ana.name}`);
  // He owes something in the event, but did not pay for the wine.
  await expect(ben.page.getByRole("button", { name: /^Restore/ })).toHaveText(["Restore"]);
  await expect(ben.page.getByRole("button", { name: "Restore March" })).toBeVisible();

  const { page } = ana;
  await page.goto(`${groupUrl(group)}/deleted`);
  await expect(row(page, "Wine")).toContainText("Restore its event first.");
  await page.getByRole("button", { name: "Restore March" }).click();
  await expect(alert(page, "March was restored.")).toBeVisible();
  await page.goto(eventUrl(event));
  await expect(unsettled(page), "the wine stays deleted").toContainText("$15.00");
  await page.goto(`${groupUrl(group)}/deleted`);
  await page.getByRole("button", { name: "Restore Wine" }).click();
  await expect(page.getByText("Nothing deleted recently.")).toBeVisible();
  await page.goto(eventUrl(event));
  await expect(unsettled(page)).toContainText("$21.00");
});

test("restoring is refused with the reason if someone in it has left the group", async ({
  person,
  guard,
}) => {
  guard.allowStatus(409);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const event = await eventIn(group, ana, "March");
  const expense = await expenseIn(event, ana, "Dinner", 30);
  await ana.delete(`/api/expenses/${expense._id}`);
  await ben.put(`/api/groups/${group._id}/members/remove`, { userId: ben.id });
  const { page } = ana;
  await page.goto(`${groupUrl(group)}/deleted`);
  await page.getByRole("button", { name: "Restore Dinner" }).click();
  await expect(page.getByRole("alert").filter({ hasText: ben.firstName })).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore Dinner" })).toBeEnabled();
});

test("a deleted group is restored from the groups screen, with everything in it", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const event = await eventIn(group, ana, "March");
  await expenseIn(event, ana, "Dinner", 30);
  await ana.delete(`/api/groups/${group._id}`);
  const { page } = ana;
  await page.goto("/groups");
  await page.getByRole("link", { name: "Recently deleted groups" }).click();
  await page.getByRole("button", { name: "Restore Flat" }).click();
  await expect(alert(page, "Flat was restored.")).toBeVisible();
  await topBar(page, "Groups").click();
  await page.getByRole("main").getByRole("link", { name: "Flat" }).click();
  await page.getByRole("link", { name: "March" }).click();
  await expect(unsettled(page)).toContainText("$15.00");
  // The other members deleted nothing.
  await ben.page.goto("/groups/deleted");
  await expect(ben.page.getByText("No recently deleted groups.")).toBeVisible();
});

test("expenses are moved to another event, one from its screen, several from the list, and back with Undo", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const march = await eventIn(group, ana, "March");
  const april = await eventIn(group, ana, "April");
  const dinner = await expenseIn(march, ana, "Dinner", 30);
  const { page } = ana;
  const dialog = page.getByRole("dialog");

  const before = `${eventUrl(march)}/expenses/${dinner._id}`;
  await page.goto(before);
  await page.getByRole("button", { name: "Move" }).click();
  await dialog.getByRole("radio", { name: "April" }).check();
  await expectAccessible(page, "the dialog that moves an expense");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(alert(page, "Moved “Dinner” to “April”")).toBeVisible();
  await expect(page).toHaveURL(`${eventUrl(april)}/expenses/${dinner._id}`);
  await expect(page.getByText("You moved Dinner from March to April")).toBeVisible();
  // Ben has the old address.
  await ben.page.goto(before);
  await expect(ben.page).toHaveURL(`${eventUrl(april)}/expenses/${dinner._id}`);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(before);

  await expenseIn(march, ana, "Wine", 12);
  await expenseIn(march, ben, "Cab", 8);
  await page.goto(eventUrl(march));
  await page.getByRole("button", { name: "Select" }).click();
  await dialog.getByRole("checkbox", { name: "Dinner" }).check();
  await dialog.getByRole("checkbox", { name: "Wine" }).check();
  await expect(dialog.getByRole("checkbox"), "Ben's is not Ana's to move").toHaveCount(2);
  await expectAccessible(page, "the dialog that selects expenses");
  await dialog.getByRole("button", { name: "Move 2" }).click();
  await dialog.getByRole("radio", { name: "April" }).check();
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(alert(page, "Moved 2 expenses to “April”")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Expenses (1):" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Expenses (3):" })).toBeVisible();

  await openActions(page, "Wine");
  await page.getByRole("button", { name: "Move Wine" }).click();
  await dialog.getByRole("radio", { name: "April" }).check();
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(alert(page, "Moved “Wine” to “April”")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Expenses (2):" })).toBeVisible();
});
