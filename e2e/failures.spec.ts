import type { Page, Route } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { alert, expenses, openActions, settled, topBar, unsettled } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// The messages of failed calls (docs/rules.md#messages), while the screen stays correct.

const broken = (route: Route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" });

const refusing = (status: number, error: string) => (route: Route) =>
  route.fulfill({ status, json: { success: false, error, message: error, code: "conflict" } });

test.beforeEach(({ guard }) => guard.allowStatus(409, 429, 500));

async function confirmDelete(page: Page, opener: string): Promise<void> {
  await page.getByRole("button", { name: opener }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
}

test("settling and unsettling fail: an alert is shown, and the screen reverts", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  await expenseIn(event, ana, "Cheese", 10);
  const { page } = ben;
  const settle = "**/api/settlements/*/settle";
  await page.goto(eventUrl(event));

  await page.route(settle, broken);
  await unsettled(page).getByRole("button", { name: "Settle" }).click();
  await expect(alert(page, "Failed to settle transaction")).toBeVisible();
  await expect(unsettled(page)).toContainText("$5.00");
  await expect(unsettled(page).getByRole("button", { name: "Settle" })).toBeEnabled();
  await expect(settled(page)).toContainText("Nothing has been settled yet.");

  await test.step("success: false shows the server's message", async () => {
    await page.unroute(settle);
    await page.route(settle, refusing(409, "This payment is already settled."));
    await unsettled(page).getByRole("button", { name: "Settle" }).click();
    await expect(alert(page, "This payment is already settled.")).toBeVisible();
    await expect(unsettled(page)).toContainText("$5.00");
  });

  await page.unroute(settle);
  await unsettled(page).getByRole("button", { name: "Settle" }).click();
  await expect(alert(page, `Settled: You paid ${ana.firstName} $5.00.`)).toBeVisible();
  await page.route(settle, broken);
  await settled(page).getByRole("button", { name: "Unsettle" }).click();
  await expect(alert(page, "Failed to unsettle transaction")).toBeVisible();
  await expect(settled(page)).toContainText("$5.00");
});

test("two people settle the same payment: the second gets the server's message", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  await expenseIn(event, ana, "Cheese", 10);
  // Wait until Ben's screen is idle, so that it does not pick up Ana's next change.
  await ben.page.goto(eventUrl(event), { waitUntil: "networkidle" });
  const [payment] = await ana.get<{ _id: string }[]>(`/api/settlements?eventId=${event._id}`);
  await ana.put(`/api/settlements/${payment?._id}/settle`, { settled: true });
  await unsettled(ben.page).getByRole("button", { name: "Settle" }).click();
  await expect(alert(ben.page, "This payment is already settled.")).toBeVisible();
  await expect(settled(ben.page)).toContainText("Settled by Ana");
});

test("deleting an expense, an event, a group, or a friend fails: the screen's words, not the server's", async ({
  person,
}) => {
  const failing = refusing(500, "Something went wrong. Please try again.");
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  for (const path of ["expenses", "events", "groups", "users/friends"])
    await page.route(`**/api/${path}/*`, (route) =>
      route.request().method() === "DELETE" ? failing(route) : route.continue(),
    );

  await page.goto(eventUrl(event));
  await openActions(page, "Cheese");
  await confirmDelete(page, "Delete Cheese");
  await expect(alert(page, "Failed to delete expense. Please try again.")).toBeVisible();
  await expect(expenses(page)).toContainText("Cheese");

  await page.goto(groupUrl(group));
  await confirmDelete(page, "Delete Regatta");
  await expect(alert(page, "Failed to delete event. Please try again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Regatta", exact: true })).toBeVisible();

  await page.goto(`${groupUrl(group)}/edit`);
  await confirmDelete(page, "Delete Group");
  await expect(alert(page, "Failed to delete group. Please try again.")).toBeVisible();
  await expect(page).toHaveURL(`${groupUrl(group)}/edit`);

  await page.route("**/api/users/friends/*?userId=*", failing);
  await page.goto(`/friends/${ben.id}`);
  await confirmDelete(page, "Delete Friend");
  await expect(alert(page, "Failed to delete friend")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Friend" })).toBeVisible();
});

test("a friend request fails: the server's or the default message, for three seconds", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const { page } = ana;
  await page.clock.install();
  await page.goto("/add-friend");
  const ask = "**/api/users/friends/request";
  const button = page.getByRole("button", { name: `Send a friend request to ${ben.name}` });
  await page.getByLabel("Email").fill(ben.email);
  await page.clock.runFor(500);

  await expect(button).toBeVisible();
  // A refreshed screen would know of the request that is sent below.
  await page.route(/[?&]_rsc=/, () => undefined);
  // From here on time passes only when the test says so, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000);

  await page.route(ask, broken);
  await button.click();
  await expect(alert(page, "Failed to send friend request")).toBeVisible();
  await page.clock.runFor(2900);
  await expect(alert(page, "Failed to send friend request")).toBeVisible();
  await page.clock.runFor(200);
  await expect(alert(page, "Failed to send friend request")).toHaveCount(0);

  await page.unroute(ask);
  await ana.post("/api/users/friends/request", { to: ben.id });
  await button.click();
  await expect(alert(page, "Request already sent.")).toBeVisible();
  await expect(page.getByRole("img", { name: "Request sent" })).toBeVisible();
  await expect(button).toHaveCount(0);
});

test("lists that cannot be reloaded keep their rows; the error is only logged", async ({ person, guard }) => {
  guard.allow(/could not be loaded/);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await groupOf(ana, [ben], "Rowers");
  const { page } = ana;
  await page.goto("/groups");
  await page.route("**/api/**", broken);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await topBar(page, "Friends").click();
  await expect(page.getByRole("heading", { name: "Friends (1)" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: ben.name })).toBeVisible();
  await expect
    .poll(() => guard.complaints.join())
    .toContain("/api/users/friends/requests could not be loaded");
  await expect(page.getByRole("region", { name: "Messages" }).getByRole("alert")).toHaveCount(0);
});

test("the screen shows that it is offline until it is online again", async ({ person, guard }) => {
  guard.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const { page, context } = await person("ana.silva");
  await page.goto("/friends");
  const banner = page.getByText(/^You're offline\./);
  await expect(banner).toHaveCount(0);
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
});

test("the session ends while a form is open: sign in again, and everything typed is back", async ({
  person,
  guard,
}) => {
  guard.allowStatus(401);
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/add-expense`);
  await page.getByLabel("Description").fill("Long text, nearly lost");
  await page.getByLabel("Amount").fill("12.34");
  await ana.context.clearCookies({ name: "authjs.session-token" });
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in again" }).click();
  await page.getByText("Someone else").click();
  await page.getByLabel("Address").fill(ana.email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`**${eventUrl(event)}/add-expense`);
  await expect(page.getByLabel("Description")).toHaveValue("Long text, nearly lost");
  await expect(page.getByLabel("Amount")).toHaveValue("12.34");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByRole("heading", { name: "Total Expenses: $12.34" })).toBeVisible();
});
