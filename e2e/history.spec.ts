import { expect, test } from "./support/fixtures";
import { betweenOthers, expenses, openActions, topBar } from "./support/locators";
import { pause } from "./support/pause";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

test("back and forward through the screens, each with its content", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const expense = await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  const groups = page.getByRole("heading", { name: "Groups (1)" });
  const groupTitle = page.getByRole("heading", { level: 1, name: "Rowers" });
  const eventTitle = page.getByRole("heading", { level: 1, name: "Regatta" });
  const details = page.getByRole("heading", { level: 2, name: "Expense Details" });

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
    for (const [url, heading] of stack.slice(1, -1).reverse()) {
      await page.getByRole("link", { name: "Go back" }).click();
      await expect(page).toHaveURL(url);
      await expect(heading).toBeVisible();
    }
  });
});

test("after saving a form, 'Go back' leads to the screen before, also without the Navigation API", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")], "Rowers"), ana, "Regatta");
  const { page } = ana;
  // Like Safari before version 26.2.
  await page.addInitScript(() => Object.defineProperty(window, "navigation", { value: undefined }));
  await page.goto(groupUrl({ _id: event.groupId }));
  await page.getByRole("link", { name: "Regatta", exact: true }).click();
  await page.getByRole("link", { name: "Add Expense" }).click();
  await page.getByLabel("Description").fill("Cheese");
  await page.getByLabel("Amount").fill("4");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(expenses(page)).toContainText("Cheese");
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(groupUrl({ _id: event.groupId }));
});

test("going back waits for the current screen, also after signing in without a page load", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Ana Silva" }).click();
  await page.waitForURL("/friends");
  await topBar(page, "Groups").click();
  const groups = page.getByRole("heading", { name: "Welcome to your group page!" });
  await expect(groups).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/friends?*", async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest("**/friends?*");
  await page.goBack();
  await asked;
  await expect(page).toHaveURL("/friends");
  await pause();
  await expect(groups).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: /^Friends \(/ })).toBeVisible();
});

test("going back restores the scroll position", async ({ person }) => {
  const ana = await person("ana.silva", { viewport: { width: 360, height: 740 } });
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")], "Rowers"), ana, "Regatta");
  for (let index = 1; index <= 15; index++) await expenseIn(event, ana, `Ticket ${index}`, 1);
  const { page } = ana;
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await page.goto(groupUrl({ _id: event.groupId }));
  await page.getByRole("link", { name: "Regatta", exact: true }).click();
  const row = page.getByRole("link", { name: "Ticket 3", exact: true });
  await row.scrollIntoViewIfNeeded();
  const place = await scrolled();
  expect(place).toBeGreaterThan(500);
  await row.click();
  await expect(page.getByRole("heading", { name: "Expense Details" })).toBeVisible();
  await expect.poll(scrolled, "a new screen begins at its top").toBe(0);
  await page.goBack();
  await expect(row).toBeInViewport();
  await expect.poll(scrolled).toBe(place);

  await page.evaluate(() => window.scrollTo(0, 150));
  await page.reload();
  await expect.poll(scrolled, "restored by the browser after a reload").toBe(150);
  await page.getByRole("link", { name: "Go back" }).click();
  await page.getByRole("link", { name: "Regatta", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Regatta" })).toBeVisible();
  await expect.poll(scrolled, "by a link it begins at its top").toBe(0);
});

test("further pages of a list are still shown after going back to them", async ({ person }) => {
  const ana = await person("ana.silva", { viewport: { width: 360, height: 740 } });
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")], "Rowers"), ana, "Regatta");
  for (let index = 1; index <= 32; index++) await expenseIn(event, ana, `Ticket ${index}`, 1);
  const { page } = ana;
  await page.goto(eventUrl(event));
  const rows = expenses(page).getByRole("listitem");
  await expect(rows).toHaveCount(25);
  await page.getByRole("button", { name: "Show more expenses" }).click();
  await expect(rows).toHaveCount(32);
  const row = page.getByRole("link", { name: "Ticket 1", exact: true });
  await row.click();
  await expect(page.getByRole("heading", { name: "Expense Details" })).toBeVisible();
  await page.goBack();
  await expect(row).toBeInViewport();

  await openActions(page, "Ticket 1");
  await page.getByRole("link", { name: "Edit Ticket 1", exact: true }).click();
  await page.getByLabel("Amount", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Update Expense" }).click();
  await expect(rows.last(), "they are loaded again after a change").toContainText("$2.00");
});

test("payments between others are still shown after going back to them", async ({ person }) => {
  const ana = await person("ana.silva");
  const others = await Promise.all(["ben", "cleo", "dan", "eve", "fay", "gus"].map((name) => person(name)));
  const event = await eventIn(await groupOf(ana, others, "Rowers"), ana, "Regatta");
  for (const [index, other] of others.entries()) await expenseIn(event, other, "Cheese", 7 * (index + 1));
  const { page } = ana;
  await page.goto(eventUrl(event));
  await page.getByText("15 payments between others").click();
  const payment = betweenOthers(page).getByRole("link", { name: /^Ben.* owes Gus/ });
  await payment.click();
  await expect(page.getByRole("heading", { name: "Why" })).toBeVisible();
  await page.goBack();
  await expect(payment).toBeVisible();
});

test("a submitted form is not in the history", async ({ person }) => {
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

test("Go back leads to the parent of a page that was opened directly", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const { page } = ana;
  await page.goto(eventUrl(event));
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(groupUrl(group));
});

test("create-event without a group leads to picking one, then to the form, and to the group", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const { page } = ana;
  const group = await groupOf(ana, [await person("ben.carter")], "Rowers");
  await groupOf(ana, [await person("dan.fox")], "Readers");
  await page.goto("/create-event");
  await expect(page.getByRole("heading", { level: 1, name: "Create Event" })).toBeVisible();
  await page.getByRole("link", { name: /Rowers/ }).click();
  await expect(page).toHaveURL(`${groupUrl(group)}/add-event`);
  await page.getByLabel("Event title").fill("Regatta");
  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page).toHaveURL(groupUrl(group));
});

test("create-event redirects to add-event", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")]);
  await ana.page.goto(`${groupUrl(group)}/create-event`);
  await expect(ana.page).toHaveURL(`${groupUrl(group)}/add-event`);
  await expect(ana.page.getByRole("heading", { level: 1, name: "Create Event" })).toBeVisible();
});
