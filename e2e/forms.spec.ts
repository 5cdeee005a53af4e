import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./world";

// Every message of the specification, section 5, provoked and read; what was typed stays.

const submit = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

test("creating a group: title, then participants", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  await befriend(ana, ben);
  const { page } = ana;
  await page.goto("/create-group");
  await submit(page, "create");
  await expect(page.getByText("Please enter a group name.")).toBeVisible();
  await page.getByLabel("Group Title").fill("   ");
  await submit(page, "create");
  await expect(page.getByText("Please enter a group name.")).toBeVisible();
  await page.getByLabel("Group Title").fill("Skiing");
  await submit(page, "create");
  await expect(page.getByText("Please select at least one participant.")).toBeVisible();
  await expect(page.getByLabel("Group Title")).toHaveValue("Skiing");
});

test("editing a group: a blank title, then both success messages", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  const cleo = await person("cleo");
  const group = await groupOf(ana, [cleo], "Sailing");
  await befriend(ana, ben);
  const { page } = ana;
  await page.goto(`${groupUrl(group)}/edit`);
  await page.getByLabel("Group Title").fill("");
  await submit(page, "Update");
  await expect(page.getByText("Please enter a group name.")).toBeVisible();
  await page.getByLabel("Group Title").fill("Sailing at sea");
  await page.getByLabel("Add participants").fill("ben");
  await page.getByRole("button", { name: `Add ${ben.name}` }).click();
  await submit(page, "Update");
  await expect(page.getByText(`Request sent to ${ben.name}`)).toBeVisible();
  await expect(page.getByText("Group updated successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sailing at sea" })).toBeVisible();
  await page.goto(`${groupUrl(group)}/edit`);
  await expect(page.getByText("(Pending)")).toBeVisible();
});

test("an event needs title, date and participants", async ({ person }) => {
  const ana = await person("ana");
  const group = await groupOf(ana, [await person("ben")]);
  const { page } = ana;
  const refused = page.getByText("All fields are required.").first();
  await page.goto(`${groupUrl(group)}/add-event`);
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv-SE"));
  await expect(page.getByLabel("Date")).toHaveValue(today);
  await submit(page, "Create Event");
  await expect(refused).toBeVisible();
  await page.getByLabel("Event title").fill("Regatta");
  await submit(page, "Create Event");
  await expect(refused).toBeVisible();
  await page.getByLabel("Select All").check();
  await page.getByLabel("Date").fill("");
  await submit(page, "Create Event");
  await expect(refused).toBeVisible();
  await expect(page.getByLabel("Event title")).toHaveValue("Regatta");
  await page.getByLabel("Date").fill("2026-07-01");
  await submit(page, "Create Event");
  await expect(page.getByRole("listitem").filter({ hasText: "Regatta" })).toContainText("2026-07-01");
});

test("an expense needs description, amount and people; an amount is read, never guessed", async ({
  person,
}) => {
  const ana = await person("ana");
  const ben = await person("ben");
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/add-expense`);
  await submit(page, "Add Expense");
  await expect(page.getByText("Description and amount are required.").first()).toBeVisible();
  await page.getByLabel("Description").fill("Ferry");
  await submit(page, "Add Expense");
  await expect(page.getByText("Description and amount are required.").first()).toBeVisible();
  await page.getByLabel("Amount").fill("12,50");
  await submit(page, "Add Expense");
  await expect(page.getByText("Please write cents after a point, not a comma, like 12.50.")).toBeVisible();
  await page.getByLabel("Amount").fill("$1,234.50");
  await page.getByRole("radio", { name: "Custom" }).check();
  await page.getByLabel("Select All").check();
  await page.getByLabel("Select All").uncheck();
  await submit(page, "Add Expense");
  await expect(page.getByText("Please select participants.")).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Ferry");
  await page.getByLabel("Select All").check();
  await page.getByLabel("Description").press("Enter");
  await expect(page.getByRole("heading", { name: "Total Expenses: $1,234.50" })).toBeVisible();
});

test("searching for a friend: a short or unknown text finds nobody", async ({ person }) => {
  const ana = await person("ana");
  const { page } = ana;
  await page.goto("/add-friend");
  await expect(page.getByRole("link", { name: "Requests (0)" })).toBeVisible();
  await page.getByLabel("Email").fill("nobody.has.this");
  await expect(page.getByText("No user found.")).toBeVisible();
  await page.getByLabel("Email").fill("   ");
  await expect(page.getByText("No user found.")).toBeHidden();
});

test("an edit that is stale is refused, and keeps what was typed", async ({ person, guard }) => {
  guard.allowStatus(409);
  const ana = await person("ana");
  const group = await groupOf(ana, [await person("ben")]);
  const event = await eventIn(group, ana, "Picnic");
  const expense = await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/edit-expense/${expense._id}`);
  const other = await ana.context.newPage();
  await other.goto(`${eventUrl(event)}/edit-expense/${expense._id}`);
  await other.getByLabel("Amount").fill("11");
  await submit(other, "Update Expense");
  await expect(other.getByRole("heading", { name: "Total Expenses: $11.00" })).toBeVisible();

  await page.getByLabel("Description").fill("Goat cheese");
  await submit(page, "Update Expense");
  await expect(
    page.getByText("This was changed by someone else. Reload to see the new version."),
  ).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Goat cheese");
});
