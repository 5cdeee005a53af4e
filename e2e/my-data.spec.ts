import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { alert, saved, unsettled } from "./support/locators";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// Downloading one's data, deleting the account, and blocking people.

async function download(page: Page, link: string): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: link }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("personal data and a group's history are downloaded as files", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Café trip");
  const event = await eventIn(group, ana, "Weekend");
  await expenseIn(event, ana, "=1+1", 12.34);
  const { page } = ana;

  await page.goto("/account");
  const json = await download(page, "Download my data (JSON)");
  expect(json.name).toBe("evenly-my-data.json");
  const data = JSON.parse(json.text) as { user: object; groups: { events: { title: string }[] }[] };
  expect(data.user).toMatchObject({ name: ana.name, email: ana.email });
  expect(data.groups[0]?.events[0]?.title).toBe("Weekend");
  const mine = await download(page, "My expenses (CSV)");
  expect(mine.name).toBe("evenly-my-expenses.csv");
  expect(mine.text).toContain(`,Café trip,Weekend,'=1+1,Other,,${ana.name},12.34,12.34,6.17,`);

  await page.goto(groupUrl(group));
  await page.getByText("Download").click();
  const table = await download(page, "Spreadsheet (CSV)");
  expect(table.name).toBe("evenly-cafe-trip.csv");
  expect(table.text).toContain(`,Weekend,Expense,'=1+1,Other,,${ana.name},,,Equal,12.34,6.17,6.17\r\n`);
  const forOthers = await download(page, "For other apps (CSV)");
  expect(forOthers.name).toBe("evenly-cafe-trip-splitwise.csv");
  expect(forOthers.text).toContain(",'=1+1,Other,12.34,USD,6.17,-6.17\n");
  const all = await download(page, "Everything (JSON)");
  expect(all.name).toBe("evenly-cafe-trip.json");
  expect(JSON.parse(all.text)).toMatchObject({ group: { title: "Café trip" }, events: [{ total: 12.34 }] });
});

test("an account is deleted when nothing is open; groups keep their history", async ({ person, guard }) => {
  guard.allowStatus(401, 404);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Flat");
  const event = await eventIn(group, ana, "March");
  await expenseIn(event, ana, "Rent", 100);
  const { page } = ana;
  const button = page.getByRole("button", { name: "Delete my account" });

  await page.goto("/account");
  await button.click();
  const unsettledDialog = page.getByRole("alertdialog", { name: "You still have unsettled payments" });
  await unsettledDialog.getByRole("link", { name: "March" }).click();
  const settling = saved(page);
  await unsettled(page).getByRole("button", { name: "Settle" }).click();
  await expect(unsettled(page).getByRole("button", { name: "Settle" })).toHaveCount(0);
  await settling;

  await page.goto("/account");
  await button.click();
  const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete your account?" });
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL("**/login?deleted=1");
  await expect(page.getByRole("status")).toHaveText("Your account has been deleted.");
  await page.goto("/account");
  await expect(page).toHaveURL("/");

  await ben.page.goto(eventUrl(event));
  await expect(ben.page.getByText("Deleted user").first()).toBeVisible();
  await expect(ben.page.getByText(ana.name)).toHaveCount(0);
  await ben.page.goto(`${groupUrl(group)}/edit`);
  await expect(ben.page.getByRole("button", { name: "Delete Group" })).toBeVisible();
  expect((await ben.fetch("GET", `/api/users/${ana.id}`)).status()).toBe(404);
});

test("a blocked person does not find the other one, until they are unblocked", async ({ person, guard }) => {
  guard.allowStatus(404);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await befriend(ana, ben);
  const { page } = ana;
  await page.goto(`/friends/${ben.id}`);
  await page.getByRole("button", { name: "Block" }).click();
  const question = page.getByRole("alertdialog", { name: `Are you sure you want to block ${ben.name}?` });
  await question.getByRole("button", { name: "Block" }).click();
  await expect(alert(page, `${ben.name} is blocked`)).toBeVisible();
  await page.waitForURL("**/friends");

  await ben.page.goto(`/friends/${ana.id}`);
  await expect(ben.page.getByRole("heading", { name: "We couldn't find that page." })).toBeVisible();
  await ben.page.goto("/add-friend");
  await ben.page.getByLabel("Email").fill(ana.email);
  await expect(ben.page.getByText("No user found.")).toBeVisible();

  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Blocked people (1)" })).toBeVisible();
  await page.getByRole("button", { name: `Unblock ${ben.name}` }).click();
  await expect(page.getByRole("heading", { name: /Blocked people/ })).toHaveCount(0);
  await ben.page.goto(`/friends/${ana.id}`);
  await expect(ben.page.getByRole("button", { name: "Add Friend" })).toBeVisible();
});
