import { expect, test } from "./fixtures";
import { expenses, topBar } from "./locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./world";

test("back and forward through the screens, each with what it showed", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const expense = await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  const groups = page.getByRole("heading", { name: "Groups (1)" });
  const groupTitle = page.getByRole("heading", { level: 1, name: "Rowers" });
  const eventTitle = page.getByRole("heading", { level: 1, name: "Regatta" });
  const details = page.getByRole("heading", { level: 1, name: "Expense Details" });

  await page.goto("/friends");
  await topBar(page, "Groups").click();
  await groups.waitFor();
  await page.getByRole("link", { name: "Rowers" }).click();
  await groupTitle.waitFor();
  await page.getByRole("link", { name: "Regatta", exact: true }).click();
  await eventTitle.waitFor();
  await page.getByRole("link", { name: "Cheese", exact: true }).click();
  await details.waitFor();

  const stack = [
    ["/friends", page.getByRole("heading", { name: "Friends (1)" })],
    ["/groups", groups],
    [groupUrl(group), groupTitle],
    [eventUrl(event), eventTitle],
    [`${eventUrl(event)}/expenses/${expense._id}`, details],
  ] as const;
  for (const [url, heading] of stack.slice(0, -1).reverse()) {
    await page.goBack();
    await expect(page).toHaveURL(url);
    await expect(heading).toBeVisible();
  }
  for (const [url, heading] of stack.slice(1)) {
    await page.goForward();
    await expect(page).toHaveURL(url);
    await expect(heading).toBeVisible();
  }
  await test.step("'Go back' steps back one entry", async () => {
    for (const [url] of stack.slice(1, -1).reverse()) {
      await page.getByRole("link", { name: "Go back" }).click();
      await expect(page).toHaveURL(url);
    }
  });
});

test("a form that has done its work is not met again on the way back", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const { page } = ana;
  await page.goto(groupUrl(group));
  await page.getByRole("link", { name: "Regatta", exact: true }).click();
  await page.getByRole("link", { name: "Add Expense" }).click();
  await page.getByLabel("Description").fill("Cheese");
  await page.getByLabel("Amount").fill("10");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(expenses(page)).toContainText("Cheese");
  await expect(page).toHaveURL(eventUrl(event));
  await page.goBack();
  await expect(page).toHaveURL(groupUrl(group));
});

test("a link opened by itself has a way back up", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const { page } = ana;
  await page.goto(eventUrl(event));
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(groupUrl(group));
});

test("create-event is another address of add-event", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")]);
  await ana.page.goto(`${groupUrl(group)}/create-event`);
  await expect(ana.page).toHaveURL(`${groupUrl(group)}/add-event`);
  await expect(ana.page.getByRole("heading", { level: 1, name: "Create Event" })).toBeVisible();
});
