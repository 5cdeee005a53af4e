import { signIn } from "../support/actor";
import { test } from "../support/fixtures";
import { eventIn, expenseIn, groupOf } from "../support/world";
import { looks } from "./looks";

// The bell, its list, and the settings.

for (const { look, word, end, options } of looks()) {
  test(`notices, ${look}`, async ({ newContext, server }) => {
    const person = async (name: string) =>
      signIn(await newContext({ ...options, baseURL: server.url }), server.url, `${name}.${word}@demo.test`);
    const [ana, ben] = [await person("ana.bell"), await person("ben.bell")];
    const group = await groupOf(ana, [ben], "Lisbon trip");
    const event = await eventIn(group, ana, "Lisbon weekend");
    await expenseIn(event, ana, "Dinner", 30);
    await expenseIn(event, ana, "Zahnarzt mit einem sehr langen Namen für diese schmale Zeile", 1234.5);
    const other = await eventIn(group, ana, "Porto");
    const lunch = await expenseIn(other, ana, "Lunch", 12);
    await ana.post(`/api/expenses/${lunch._id}/comments`, { text: "With the good wine?" });
    const { page } = ben;
    await page.waitForTimeout(1_500);
    await page.goto("/friends", { waitUntil: "networkidle" });
    const shoot = (name: string) => page.screenshot({ path: `screenshots/notices-${name}-${end}` });
    await shoot("home");
    await page.getByRole("link", { name: /notifications/i }).click();
    await page.getByRole("heading", { name: "Notifications", exact: true }).waitFor();
    await page.waitForTimeout(1_000);
    await shoot("list");
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("heading", { name: "Notification settings" }).waitFor();
    await page.waitForTimeout(500);
    await page.getByRole("checkbox", { name: "Quiet hours" }).check();
    await page.screenshot({
      path: `screenshots/notices-settings-${end}`,
      fullPage: true,
    });
    const debts = await ana.get<{ _id: string }[]>(`/api/settlements?eventId=${event._id}`);
    await ana.page.goto(`/groups/${group._id}/events/${event._id}/why/${debts[0]!._id}`);
    await ana.page.getByRole("button", { name: /^Remind/ }).scrollIntoViewIfNeeded();
    await ana.page.screenshot({ path: `screenshots/notices-remind-${end}` });
    await page.goto("/account", { waitUntil: "networkidle" });
    await page
      .getByRole("region", { name: "Notifications" })
      .screenshot({ path: `screenshots/notices-account-${end}` });
  });
}
