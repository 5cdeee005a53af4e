import { signIn } from "../support/actor";
import { test } from "../support/fixtures";
import { eventIn, eventUrl, groupOf } from "../support/world";
import { looks } from "./looks";

// Repeating expenses and the usual split: their forms, and what they show.

for (const { look, word, end, options } of looks()) {
  test(`repeating and usual split, ${look}`, async ({ newContext, server, person }) => {
    const email = `ana.repeats.${word}@demo.test`;
    const ana = await signIn(await newContext({ ...options, baseURL: server.url }), server.url, email);
    const ben = await person("ben.carter");
    const group = await groupOf(ana, [ben]);
    const event = await eventIn(group, ana);
    const { page } = ana;
    const shoot = (name: string) =>
      page.screenshot({ path: `screenshots/repeating-${name}-${end}`, fullPage: true });
    const button = (name: string) => page.getByRole("button", { name, exact: true });

    await page.goto(`/groups/${group._id}/edit`, { waitUntil: "networkidle" });
    await button("Usually split").click();
    await button("Add a preset").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Rent by room");
    await page.getByLabel(`Percent for ${ana.name}`).fill("60");
    await page.getByLabel(`Percent for ${ben.name}`).fill("40");
    await shoot("preset");
    await button("Save preset").click();
    await page.getByText("Ana 60%, Ben 40%").waitFor();
    await shoot("presets");

    await page.goto(`${eventUrl(event)}/add-expense`, { waitUntil: "networkidle" });
    await page.getByLabel("Description").fill("Rent");
    await page.getByLabel("Amount", { exact: true }).fill("1200");
    await page.getByRole("button", { name: /^More ·/ }).click();
    await page.getByRole("radio", { name: "Every two weeks" }).check();
    await shoot("form");
    await button("Add Expense").click();
    await page.waitForURL(eventUrl(event));
    await shoot("event");
    await page.goto(`/groups/${group._id}/series`, { waitUntil: "networkidle" });
    await shoot("list");
    await page.getByRole("link", { name: /Edit/ }).first().click();
    await page.waitForURL(/series\/./);
    await page.getByLabel("Description").waitFor();
    await shoot("edit");

    const coffee = { description: "Coffee", amount: 7, splitWith: [ana.id, ben.id] };
    await ana.post("/api/expenses", { friendId: ben.id, ...coffee });
    await page.goto(`/friends/${ben.id}`, { waitUntil: "networkidle" });
    await button("Usually split").click();
    await button("Add a preset").click();
    await shoot("friend");
  });
}
