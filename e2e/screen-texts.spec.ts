import type { Page } from "@playwright/test";
import type { Settlement } from "@/lib/contract/settlements";
import { expect, test } from "./support/fixtures";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// The texts of the screens (docs/rules.md#screens), word for word. Those that come and go are provoked in other files:
// loading and searching, validation, questions, failures.

/** Opens a screen and finds each text in what people see and screen readers say, as whole words. */
async function shows(page: Page, path: string, texts: readonly string[]): Promise<void> {
  await page.goto(path);
  await expect
    .poll(async () => {
      const content = await page.locator("body").ariaSnapshot();
      return texts.filter((text) => !wholeWords(text).test(content));
    }, `missing on ${path}`)
    .toEqual([]);
}

const wholeWords = (text: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u");

test("the texts of a newcomer's screens", async ({ person }) => {
  const { page, firstName } = await person("ana.silva");
  const ben = await person("ben.carter");
  await shows(page, "/friends", [
    "Friends",
    "Groups",
    "Account",
    "All Clear",
    "You are all set!",
    "Add friend",
    "Friends (0)",
  ]);
  await shows(page, "/add-friend", ["Go back", "Requests (0)"]);
  await shows(page, "/requests", ["No pending friend requests.", "No pending group requests."]);
  await shows(page, `/friends/${ben.id}`, [ben.name, "ben****@demo.test", "Add Friend"]);
  await shows(page, "/groups", ["You don't have any group yet!", "Create Group"]);
  await shows(page, "/create-group", ["Group Title", "Group Icon", "create"]);
  await shows(page, "/create-event", ["Create Event", "You don't have any group yet!", "Create Group"]);
  await shows(page, "/account", [
    `Welcome ${firstName}!`,
    "Logout",
    "You have 0 request(s)",
    "Check requests",
  ]);
});

test("the texts of a group's, an event's and an expense's screens", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const dan = await person("dan.fox");
  const { page } = ana;
  const group = await groupOf(ana, [ben], "Rowers");
  await befriend(ana, dan);
  await ana.post(`/api/groups/${group._id}/invite`, { toUserId: dan.id });

  await shows(page, "/friends", ["Friends (2)"]);
  await shows(page, `/friends/${ben.id}`, ["Delete Friend"]);
  await shows(page, "/groups", ["Welcome to your group page!", "Create Group", "Groups (1)", "2 members"]);
  await shows(page, groupUrl(group), ["Members (2)", "Events (0)", "No events yet.", "Add Event"]);
  await shows(page, `${groupUrl(group)}/edit`, [
    "Group Title",
    "Group Icon",
    "(Pending)",
    "remove",
    "Update",
    "Delete Group",
  ]);
  await shows(dan.page, "/account", ["You have 1 request(s)"]);
  await shows(dan.page, "/requests", [`${ana.name} invited you to join Rowers`]);

  await shows(page, `${groupUrl(group)}/add-event`, ["Create Event", "Select All"]);
  const event = await eventIn(group, ana, "Regatta", "2026-03-14");
  await expenseIn(event, ana, "Cheese", 10);
  const [payment] = await ana.get<Settlement[]>(`/api/settlements?eventId=${event._id}`);
  await ana.put(`/api/settlements/${payment?._id}/settle`, { settled: true });
  const bread = await expenseIn(event, ana, "Bread", 4.5);
  await shows(page, groupUrl(group), ["Events (1)", "Regatta", "2026-03-14"]);
  await shows(page, eventUrl(event), [
    "Add Expense",
    "Total Expenses: $14.50",
    "owes you",
    "Settle",
    "Unsettled Transactions:",
    "Minimal transactions",
    "Settled Transactions:",
    "Unsettle",
    "Expenses (2):",
  ]);
  await shows(page, `${eventUrl(event)}/add-expense`, ["Add Expense"]);
  await shows(page, `${eventUrl(event)}/expenses/${bread._id}`, [
    "Expense Details",
    "Participants (2)",
    "Created on",
    "Edit Expense",
  ]);
  await shows(page, "/friends", ["owes you"]);
  await shows(ben.page, "/friends", ["you owe"]);
});
