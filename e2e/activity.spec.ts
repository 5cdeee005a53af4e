import { expect, test } from "./support/fixtures";
import { question } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// The activity as two people see it, and their comments.

test("two people's activity: new on home, in sentences, linked to its items", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const { page } = ana;
  const isNew = page.getByRole("link", { name: /Activity/ });

  await test.step("opening it marks it as seen", async () => {
    await page.goto("/friends");
    await expect(isNew).toHaveText(/1 new/);
    // Not until now: what has happened since is not on the screen.
    const seen = page.waitForResponse("**/api/users/activity?until=*");
    await isNew.click();
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Ben joined the group");
    await seen;
    const counted = page.waitForResponse("**/api/users/activity/new");
    await page.goto("/friends");
    expect(await (await counted).json()).toEqual({ count: 0 });
    await expect(isNew).toHaveText("Activity");
  });

  const event = await eventIn(group, ben, "March");
  const expense = await expenseIn(event, ben, "Dinner", 30);
  await ben.put(`/api/expenses/${expense._id}`, {
    description: "Dinner",
    amount: 36,
    splitWith: expense.splitWith.map(({ _id }) => _id),
  });
  const wine = await expenseIn(event, ben, "Wine", 12);
  await ben.delete(`/api/expenses/${wine._id}`);
  // One's own activity is not new.
  await expenseIn(event, ana, "Bread", 4);

  await test.step("new activity of others is counted and listed", async () => {
    await page.goto("/friends");
    await expect(isNew).toHaveText(/5 new/);
    await page.goto(`${groupUrl(group)}`);
    await page.getByRole("link", { name: "Activity" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
    const rows = page.getByRole("main").getByRole("listitem");
    await expect(rows.nth(0)).toContainText("You added Bread, $4.00");
    await expect(rows.nth(1)).toContainText("Ben deleted Wine, $12.00");
    await expect(rows.nth(3)).toContainText("Ben changed Dinner");
    await expect(rows.nth(3)).toContainText(/Amount: \$30\.00.*\$36\.00/);
    await expect(rows.nth(3)).toContainText(/just now|minutes? ago/);
    await expect(rows.nth(5)).toContainText("Ben created March");
    await expect(rows.nth(2)).toContainText("Ben added Wine");
    await expect(rows.nth(2).getByRole("link"), "the wine is gone").toHaveCount(0);
    const restore = rows.nth(1).getByRole("link");
    await expect(restore, "but restored there").toHaveAttribute("href", `${groupUrl(group)}/deleted`);
    await rows.nth(3).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 2, name: "Expense Details" })).toBeVisible();
  });

  await test.step("an event shows only its own activity", async () => {
    await page.goto(eventUrl(event));
    await page.getByRole("link", { name: "Activity" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Ben created March");
    await expect(page.getByRole("main")).not.toContainText("joined the group");
  });
});

test("a comment is visible to the other person, and deleted by its author", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben], "Flat"), ana, "March");
  const expense = await expenseIn(event, ana, "Dinner", 30);
  const path = `${eventUrl(event)}/expenses/${expense._id}`;
  const history = ({ page }: typeof ana) => page.getByRole("region", { name: "History" });

  await ben.page.goto(path);
  await history(ben).getByRole("textbox", { name: "Comment" }).fill("Was it not 28?");
  await history(ben).getByRole("button", { name: "Comment" }).click();
  const rows = history(ben).getByRole("listitem");
  await expect(rows.nth(0)).toContainText("You commented on Dinner");
  await expect(rows.nth(0)).toContainText("Was it not 28?");
  await expect(rows.nth(1)).toContainText("Ana added Dinner, $30.00");
  await expect(history(ben).getByRole("textbox", { name: "Comment" })).toHaveValue("");

  await ana.page.goto(path);
  await expect(history(ana)).toContainText("Ben commented on Dinner");
  await expect(history(ana).getByRole("button", { name: "Delete comment" })).toHaveCount(0);

  await rows.nth(0).getByRole("button", { name: "Delete comment" }).click();
  const sure = question(ben.page, "Are you sure you want to delete this comment?");
  await sure.getByRole("button", { name: "Delete" }).click();
  await expect(history(ben)).not.toContainText("Was it not 28?");
  await ana.page.reload();
  await expect(history(ana)).not.toContainText("Was it not 28?");
});

test("a long history is paginated", async ({ person }) => {
  test.slow();
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")], "Flat");
  const event = await eventIn(group, ana, "March");
  for (let index = 1; index <= 40; index++) await expenseIn(event, ana, `Ticket ${index}`, 1);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/activity`);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(30);
  await page.getByRole("button", { name: "Show earlier activity" }).click();
  await expect(rows).toHaveCount(41);
  await expect(rows.last()).toContainText("You created March");
});
