import { expect, test } from "./support/fixtures";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// Without JavaScript, the entry screen and the server-rendered lists are readable, and links work; forms
// keep what was typed.

test("the entry screen works without JavaScript", async ({ newContext, server }) => {
  const page = await (await newContext({ baseURL: server.url, javaScriptEnabled: false })).newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Evenly" })).toBeVisible();
  await expect(page.getByText("Share expenses with friends and groups")).toBeVisible();
  await expect(page.getByText("Google Login may not work in this browser.")).toHaveCount(0);
  await page.getByRole("button", { name: "Hugo Lindqvist" }).click();
  await expect(page).toHaveURL("/friends");
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("You have signed out.")).toBeVisible();
});

test("the lists are readable and linked without JavaScript", async ({ person }) => {
  const ana = await person("ana.silva", { javaScriptEnabled: false });
  const ben = await person("ben.carter");
  const cleo = await person("cleo.dunn");
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  await expenseIn(event, ana, "Cheese", 31.5);
  await cleo.post("/api/users/friends/request", { to: ana.id });
  await befriend(ben, cleo);
  const { page } = ana;

  await page.goto("/friends");
  await expect(page.getByRole("region", { name: "Balance", exact: true })).toContainText(
    "In total you are owed $15.75",
  );
  // In a <noscript>, whose content Playwright does not see.
  expect(await page.content()).toContain("Evenly needs JavaScript to save changes.");
  await expect(page.getByRole("heading", { name: "Friends (1)" })).toBeVisible();
  await page.getByRole("link", { name: "Friends (1)" }).click();
  await expect(page.getByRole("heading", { name: "Friend Requests" })).toBeVisible();
  await expect(page.getByText("cle****@demo.test")).toBeVisible();
  await page.getByRole("link", { name: /^Groups/ }).click();
  await expect(page.getByText("Welcome to your group page!")).toBeVisible();
  await expect(page.getByText("2 members")).toBeVisible();
  await page.getByRole("link", { name: "Rowers" }).click();
  await expect(page).toHaveURL(groupUrl(group));
  await expect(page.getByRole("heading", { name: "Members (2)" })).toBeVisible();
  await expect(page.getByText("2026-03-14")).toBeVisible();
  await page.getByRole("link", { name: "Regatta", exact: true }).click();
  await expect(page).toHaveURL(eventUrl(event));
  await expect(page.getByRole("heading", { name: "Total Expenses: $31.50" })).toBeVisible();
  await expect(page.getByText(`${ben.name} owes you`)).toBeVisible();
  await page.getByRole("button", { name: "Actions for Cheese" }).click();
  await page.getByRole("link", { name: "Edit Cheese" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Cheese");
  await page.goto(eventUrl(event));
  await page.getByRole("link", { name: "Cheese", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Expense Details" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Participants (2)" })).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(eventUrl(event));

  await page.getByRole("link", { name: "Add Expense" }).first().click();
  await page.getByLabel("Description").fill("Bread");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page).toHaveURL(`${eventUrl(event)}/add-expense`);
  await expect(page.getByLabel("Description")).toHaveValue("Bread");

  await page.goto(`${groupUrl(group)}/search`);
  await page.getByLabel("Search expenses").fill("chee");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("listitem")).toContainText(["Cheese"]);
});
