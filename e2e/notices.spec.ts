import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { eventIn, expenseIn, groupOf } from "./support/world";

// The bell in the top bar: what concerns the viewer, and what they choose to be told.

test("the bell tells the own share, and leads to the expense", async ({ person }) => {
  const [ana, ben] = [await person("ana.bell"), await person("ben.bell")];
  const group = await groupOf(ana, [ben], "Lisbon trip");
  const event = await eventIn(group, ana, "Lisbon weekend");
  await expenseIn(event, ana, "Dinner", 30);
  const { page } = ben;
  const bell = page.getByRole("link", { name: /notifications$/i }).and(page.locator("header a"));
  await expect(async () => {
    await page.goto("/friends");
    await expect(bell).toHaveAccessibleName("2 new notifications", { timeout: 1 });
  }).toPass();
  await bell.click();
  const row = page.getByRole("listitem").filter({ hasText: "Your share of Dinner is $15.00." });
  await expect(row).toContainText(/You owe Ana Bell.* \$15\.00 in Lisbon weekend\./);
  await expect(page.getByRole("listitem").last()).toContainText(/Ana Bell.* invited you to Lisbon trip\./);
  await expectAccessible(page, "the notifications");
  // Read by being shown, but still marked here.
  await expect(bell).toHaveAccessibleName("Notifications");
  await expect(row).toContainText("New");
  await page.reload();
  await expect(row).not.toContainText("New");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Dinner" })).toBeVisible();
  // Who did it is told nothing.
  await ana.page.goto("/notifications");
  await expect(ana.page.getByRole("listitem").filter({ hasText: "Dinner" })).toHaveCount(0);
});

test("a muted group tells nothing; the settings are kept", async ({ person }) => {
  const [ana, ben] = [await person("ana.mute"), await person("ben.mute")];
  const group = await groupOf(ana, [ben], "Lisbon trip");
  const { page } = ben;
  await page.goto("/notifications/settings");
  await page.getByText("Mute groups").click();
  await page.getByRole("checkbox", { name: "Lisbon trip" }).check();
  const push = page.getByRole("group", { name: "On devices where notifications are on" });
  await push.getByRole("checkbox", { name: "Payments to or from me" }).check();
  await page.getByRole("checkbox", { name: "Quiet hours" }).check();
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await expectAccessible(page, "the notification settings");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(push.getByRole("checkbox", { name: "Payments to or from me" })).toBeChecked();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("21:30");
  await expect(page.getByText("Mute groups (1)")).toBeVisible();
  const event = await eventIn(group, ana, "Lisbon weekend");
  await expenseIn(event, ana, "Dinner", 30);
  await page.waitForTimeout(1_500);
  await page.goto("/notifications");
  await expect(page.getByRole("listitem").filter({ hasText: "Dinner" })).toHaveCount(0);
});

test("a friend request leads to where it is accepted, and whoever sent it is told", async ({ person }) => {
  const [ana, ben] = [await person("ana.asks"), await person("ben.asked")];
  await ana.post("/api/users/friends/request", { to: ben.id });
  await ben.page.goto("/notifications");
  await ben.page.getByRole("link", { name: /Ana Asks.* wants to be your friend\./ }).click();
  await ben.page.getByRole("button", { name: /Accept/ }).click();
  await expect(ben.page.getByText("No pending friend requests.")).toBeVisible();
  await ana.page.goto("/notifications");
  await ana.page.getByRole("link", { name: /Ben Asked.* accepted your friend request\./ }).click();
  await expect(ana.page.getByRole("button", { name: "Delete Friend" })).toBeVisible();
});

test("who is owed sends a reminder, once", async ({ person, guard }) => {
  guard.allowStatus(409);
  const [ana, ben] = [await person("ana.remind"), await person("ben.remind")];
  const group = await groupOf(ana, [ben], "Lisbon trip");
  const event = await eventIn(group, ana, "Lisbon weekend");
  await expenseIn(event, ana, "Dinner", 30);
  const [debt] = await ana.get<{ _id: string }[]>(`/api/settlements?eventId=${event._id}`);
  await ana.page.goto(`/groups/${group._id}/events/${event._id}/why/${debt!._id}`);
  const remind = ana.page.getByRole("button", { name: "Remind Ben" });
  await remind.click();
  await expect(ana.page.getByText("Reminder sent")).toBeVisible();
  await remind.click();
  await expect(ana.page.getByText(/You already reminded Ben Remind.* in the last 3 days\./)).toBeVisible();
  await ben.page.goto("/notifications");
  const told = ben.page.getByRole("listitem").filter({ hasText: /Ana Remind.* sent you a reminder/ });
  await expect(told).toContainText(/You owe Ana Remind.* \$15\.00 in Lisbon weekend\./);
  await told.getByRole("link").click();
  await expect(ben.page.getByRole("button", { name: "Settle" })).toBeVisible();
});
