import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { alert, expenses, question, saved } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// Each question of docs/rules.md#messages. Canceled by button, Escape, or a click outside, nothing happens; confirmed,
// the item is deleted and its success message is shown.

/** Opens the confirmation, cancels it in each way, and leaves it open. */
async function cancelInEveryWay(page: Page, deletes: string, text: string, menu?: string): Promise<void> {
  const dialog = question(page, text);
  const open = async () => {
    if (menu) await page.getByRole("button", { name: menu }).click();
    await page.getByRole("button", { name: deletes }).click();
  };
  await open();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: menu ?? deletes })).toBeFocused();
  await open();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await open();
  await page.mouse.click(5, 400);
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(dialog).toBeVisible();
}

test("deleting an expense asks first, and can be canceled", async ({ person }) => {
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  await page.goto(eventUrl(event));
  await cancelInEveryWay(
    page,
    "Delete Cheese",
    "Are you sure you want to delete this expense?",
    "Actions for Cheese",
  );
  await expect(expenses(page)).toContainText("Cheese");
  expect(await ana.get<unknown[]>(`/api/expenses?eventId=${event._id}`)).toHaveLength(1);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No expenses yet.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Total Expenses: $0.00" })).toBeVisible();
  expect(await ana.get<unknown[]>(`/api/expenses?eventId=${event._id}`)).toHaveLength(0);
});

test("deleting an event asks first, and can be canceled", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")]);
  await eventIn(group, ana, "Picnic");
  const { page } = ana;
  await page.goto(groupUrl(group));
  await cancelInEveryWay(page, "Delete Picnic", "Are you sure you want to delete this event?");
  expect(await ana.get<unknown[]>(`/api/events?groupId=${group._id}`)).toHaveLength(1);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No events yet.")).toBeVisible();
  expect(await ana.get<unknown[]>(`/api/events?groupId=${group._id}`)).toHaveLength(0);
});

test("deleting a group asks first, and can be canceled", async ({ person }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")], "Rowers");
  const { page } = ana;
  await page.goto(`${groupUrl(group)}/edit`);
  await cancelInEveryWay(page, "Delete Group", "Are you sure you want to delete this group?");
  expect(await ana.get<unknown[]>("/api/groups")).toHaveLength(1);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(alert(page, "Group deleted successfully")).toBeVisible();
  await expect(page).toHaveURL("/groups");
  await expect(page.getByRole("heading", { name: "You don't have any group yet!" })).toBeVisible();
});

test("deleting a friend asks first, and can be canceled", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await groupOf(ana, [ben]);
  const { page } = ana;
  await page.goto(`/friends/${ben.id}`);
  await cancelInEveryWay(page, "Delete Friend", "Are you sure you want to delete this friend?");
  expect(await ana.get<unknown[]>("/api/users/friends")).toHaveLength(1);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(alert(page, "Friend deleted")).toBeVisible();
  await expect(page).toHaveURL("/friends");
  await expect(page.getByRole("heading", { name: "Friends (0)" })).toBeVisible();
});

test("removing a member, as only the creator can", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const cleo = await person("cleo.dunn");
  const group = await groupOf(ana, [ben, cleo]);
  await ben.page.goto(`${groupUrl(group)}/edit`);
  await expect(ben.page.getByRole("list", { name: "Current participants" })).toContainText(cleo.name);
  await expect(ben.page.getByRole("button", { name: /^remove / })).toHaveCount(0);
  await expect(ben.page.getByRole("button", { name: "Delete Group" })).toHaveCount(0);

  const { page } = ana;
  await page.goto(`${groupUrl(group)}/edit`);
  await cancelInEveryWay(page, `remove ${ben.name}`, `Are you sure you want to remove ${ben.name}?`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("heading", { name: "Current participants (2)" })).toBeVisible();
});

test("a member with unsettled payments is shown them before removal or leaving", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  await expenseIn(event, ana, "Cheese", 10);
  await ana.page.goto(`${groupUrl(group)}/edit`);
  await ana.page.getByRole("button", { name: `remove ${ben.name}` }).click();
  const removing = question(ana.page, `${ben.name} still has unsettled payments`);
  await expect(removing.getByRole("listitem")).toHaveText("Regattaowes $5.00");
  await removing.getByRole("button", { name: "Close" }).click();
  await expect(ana.page.getByRole("button", { name: `remove ${ben.name}` })).toBeFocused();

  const { page } = ben;
  await page.goto(`${groupUrl(group)}/edit`);
  await page.getByRole("button", { name: "Leave Group" }).click();
  const leaving = question(page, "You still have unsettled payments");
  await expect(leaving.getByRole("button", { name: "Leave" })).toHaveCount(0);
  await leaving.getByRole("link", { name: "Regatta" }).click();
  await expect(page).toHaveURL(eventUrl(event));
  const settling = saved(page);
  await page.getByRole("button", { name: "Settle", exact: true }).click();
  await expect(page.getByText("You're all set")).toBeVisible();
  await settling;
  await page.goto(`${groupUrl(group)}/edit`);
  await page.getByRole("button", { name: "Leave Group" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect(alert(page, "You left Rowers")).toBeVisible();
});

test("leaving a group asks first", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Rowers");
  const { page } = ben;
  await page.goto(`${groupUrl(group)}/edit`);
  await cancelInEveryWay(page, "Leave Group", "Are you sure you want to leave this group?");
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect(alert(page, "You left Rowers")).toBeVisible();
  await expect(page).toHaveURL("/groups");
});
