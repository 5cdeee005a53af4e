import { expect, test } from "./fixtures";
import { befriend, eventIn, eventUrl, expenseIn, groupOf } from "./world";

// What changes without a reload: dots, counts, balances; and the way back.

test("dots come with requests and go with the answer, in both tabs", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  const { page } = ana;
  await page.goto("/friends");
  const dot = page.getByRole("navigation").getByText("1 friend request");
  await expect(dot).toHaveCount(0);
  await ben.post("/api/users/friends/request", { to: ana.id, from: ben.id });
  await page.reload();
  await expect(dot).toHaveCount(1);

  const tab = await ana.context.newPage();
  await tab.goto("/account");
  await expect(tab.getByText("You have 1 request(s)")).toBeVisible();
  await tab.getByRole("link", { name: "Check requests" }).click();
  await tab.getByRole("button", { name: `Accept the request of ${ben.name}` }).click();
  await expect(tab.getByText("No pending friend requests.")).toBeVisible();
  await expect(tab.getByRole("navigation").getByText("1 friend request")).toHaveCount(0);
  await expect(dot).toHaveCount(0);
});

test("the balance is current when one comes back to the window", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana);
  const { page } = ana;
  await page.goto("/friends");
  await expect(page.getByText("You are all set!")).toBeVisible();
  await expenseIn(event, ben, "Museum", 30);
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("$15.00", { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
});

test("going back and forward leads where one was", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  await befriend(ana, ben);
  const { page } = ana;
  await page.goto("/friends");
  await page.getByRole("link", { name: ben.name }).click();
  await expect(page.getByRole("button", { name: "Delete Friend" })).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL("/friends");
  await page.goForward();
  await expect(page).toHaveURL(`/friends/${ben.id}`);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Friends (1)" })).toBeVisible();
});

test("the preview of minimal transactions evens out a pot, and cannot be settled", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  const cleo = await person("cleo");
  const group = await groupOf(ana, [ben, cleo]);
  const event = await eventIn(group, ana);
  await ana.post("/api/expenses", {
    eventId: event._id,
    paidBy: ana.id,
    description: "For Ben",
    amount: 60,
    splitWith: [ben.id],
  });
  await ana.post("/api/expenses", {
    eventId: event._id,
    paidBy: ana.id,
    description: "For Cleo",
    amount: 20,
    splitWith: [cleo.id],
  });
  const { page } = ana;
  await page.goto(eventUrl(event));
  const region = page.getByRole("region", { name: "Unsettled Transactions:" });
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

test("an event with many expenses shows them in portions", async ({ person }) => {
  test.slow();
  const ana = await person("ana");
  const group = await groupOf(ana, [await person("ben")]);
  const event = await eventIn(group, ana);
  for (let index = 1; index <= 55; index++) await expenseIn(event, ana, `Ticket ${index}`, 1);
  const { page } = ana;
  await page.goto(eventUrl(event));
  const list = page.getByRole("region", { name: "Expenses (55):" });
  await expect(list.getByRole("listitem")).toHaveCount(50);
  await list.getByRole("button", { name: "Show more expenses" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(55);
  await expect(page.getByRole("heading", { name: "Total Expenses: $55.00" })).toBeVisible();
});
