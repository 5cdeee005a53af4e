import type { Page } from "@playwright/test";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { expenses, openActions, settled, topBar, unsettled } from "./support/locators";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";
import type { Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";

// After each write, the screen shows the current data, and so do the screens visited before, however the user returns
// to them.

type World = { ana: Actor; ben: Actor; cleo: Actor; page: Page; group: Group; event: Event };

type Write = {
  what: string;
  /** The screen on which the write is made. */
  at: (world: World) => string;
  do: (world: World) => Promise<unknown>;
  /** What is shown next, and on the screens visited before. */
  then: (world: World) => Promise<unknown>;
  friends?: (world: World) => Promise<unknown>;
  groups?: (world: World) => Promise<unknown>;
};

const sees = (page: Page, text: string | RegExp) => expect(page.getByRole("main")).toContainText(text);
const heading = (page: Page, name: string) => expect(page.getByRole("heading", { name })).toBeVisible();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name }).click();

const WRITES: Write[] = [
  {
    what: "settling",
    at: ({ event }) => eventUrl(event),
    do: ({ page }) => unsettled(page).getByRole("button", { name: "Settle" }).click(),
    then: ({ page }) => expect(settled(page)).toContainText("$5.00"),
    friends: ({ page }) => sees(page, "You are all set!"),
  },
  {
    what: "settling and unsettling",
    at: ({ event }) => eventUrl(event),
    do: async ({ page }) => {
      await unsettled(page).getByRole("button", { name: "Settle" }).click();
      await settled(page).getByRole("button", { name: "Unsettle" }).click();
    },
    then: async ({ page }) => {
      await expect(unsettled(page)).toContainText("$5.00");
      await expect(settled(page)).toContainText("Nothing has been settled yet.");
    },
    friends: ({ page }) => sees(page, "In total you are owed $5.00"),
  },
  {
    what: "adding an expense",
    at: ({ event }) => `${eventUrl(event)}/add-expense`,
    do: async ({ page }) => {
      await page.getByLabel("Description").fill("Bread");
      await page.getByLabel("Amount").fill("4");
      await press(page, "Add Expense");
    },
    then: async ({ page }) => {
      await heading(page, "Total Expenses: $14.00");
      await expect(expenses(page)).toContainText("Bread");
    },
    friends: ({ page }) => sees(page, "In total you are owed $7.00"),
  },
  {
    what: "editing an expense",
    at: ({ event }) => eventUrl(event),
    do: async ({ page }) => {
      await openActions(page, "Cheese");
      await page.getByRole("link", { name: "Edit Cheese" }).click();
      await page.getByLabel("Amount").fill("20");
      await press(page, "Update Expense");
    },
    then: ({ page }) => heading(page, "Total Expenses: $20.00"),
    friends: ({ page }) => sees(page, "In total you are owed $10.00"),
  },
  {
    what: "deleting an expense",
    at: ({ event }) => eventUrl(event),
    do: async ({ page }) => {
      await openActions(page, "Cheese");
      await press(page, "Delete Cheese");
      await confirm(page, "Delete");
    },
    then: async ({ page }) => {
      await heading(page, "Total Expenses: $0.00");
      await sees(page, "No expenses yet.");
      await sees(page, "Nothing owed yet");
    },
    friends: ({ page }) => sees(page, "You are all set!"),
  },
  {
    what: "creating an event",
    at: ({ group }) => `${groupUrl(group)}/add-event`,
    do: async ({ page }) => {
      await page.getByLabel("Event title").fill("Picnic");
      await page.getByLabel("Select All").check();
      await press(page, "Create Event");
    },
    then: ({ page }) => heading(page, "Events (2)"),
  },
  {
    what: "editing an event",
    at: ({ event }) => eventUrl(event),
    do: async ({ page }) => {
      await page.getByRole("link", { name: "Edit event" }).click();
      await page.getByLabel("Event title").fill("Boat race");
      await press(page, "Update Event");
    },
    then: ({ page }) => heading(page, "Boat race"),
  },
  {
    what: "deleting an event",
    at: ({ group }) => groupUrl(group),
    do: async ({ page }) => {
      await press(page, "Delete Regatta");
      await confirm(page, "Delete");
    },
    then: async ({ page }) => {
      await heading(page, "Events (0)");
      await sees(page, "No events yet.");
    },
    friends: ({ page }) => sees(page, "You are all set!"),
  },
  {
    what: "creating a group",
    at: () => "/create-group",
    do: async ({ page, ben }) => {
      await page.getByLabel("Group Title").fill("Flat");
      await press(page, `Add ${ben.name}`);
      await press(page, "create");
    },
    then: ({ page }) => heading(page, "Groups (2)"),
    groups: ({ page }) => heading(page, "Groups (2)"),
  },
  {
    what: "editing a group, with an invitation",
    at: ({ group }) => `${groupUrl(group)}/edit`,
    do: async ({ page, cleo }) => {
      await page.getByLabel("Group Title").fill("Sailors");
      await press(page, `Add ${cleo.name}`);
      await press(page, "Update");
    },
    then: async ({ page, cleo }) => {
      await heading(page, "Sailors");
      await page.getByRole("link", { name: "Edit group" }).click();
      const people = page.getByRole("list", { name: "Current participants" });
      await expect(people.getByRole("listitem").filter({ hasText: cleo.name })).toContainText("(Pending)");
      await press(page, `remove ${cleo.name}`);
      await expect(people).not.toContainText(cleo.name);
      await expect(page.getByRole("button", { name: `Add ${cleo.name}` })).toBeVisible();
    },
    groups: ({ page }) => sees(page, "Sailors"),
  },
  {
    what: "removing a member",
    at: ({ group }) => `${groupUrl(group)}/edit`,
    do: async ({ ana, ben, page, event }) => {
      const [payment] = await ana.get<{ _id: string }[]>(`/api/settlements?eventId=${event._id}`);
      await ana.put(`/api/settlements/${payment?._id}/settle`, { settled: true });
      // The page that was rendered before still lists the payment.
      await heading(page, "Current participants (2)");
      await page.reload();
      await press(page, `remove ${ben.name}`);
      await confirm(page, "Remove");
    },
    then: ({ page }) => heading(page, "Current participants (1)"),
    friends: ({ page }) => sees(page, "You are all set!"),
    groups: ({ page }) => sees(page, "1 member"),
  },
  {
    what: "deleting a group",
    at: ({ group }) => `${groupUrl(group)}/edit`,
    do: async ({ page }) => {
      await press(page, "Delete Group");
      await confirm(page, "Delete");
    },
    then: ({ page }) => sees(page, "You don't have any group yet!"),
    friends: ({ page }) => sees(page, "You are all set!"),
    groups: ({ page }) => sees(page, "You don't have any group yet!"),
  },
  {
    what: "accepting a friend request, and ignoring an invitation",
    at: () => "/requests",
    do: async ({ page }) => {
      await page.getByRole("button", { name: /^Accept the friend request from Dan/ }).click();
      await page.getByRole("button", { name: /^Ignore the invitation from Cleo/ }).click();
    },
    then: async ({ page }) => {
      await sees(page, "No pending friend requests.");
      await sees(page, "No pending group requests.");
      await expect(topBar(page, /request/)).toHaveCount(0);
    },
    friends: ({ page }) => heading(page, "Friends (3)"),
    groups: ({ page }) => heading(page, "Groups (1)"),
  },
  {
    what: "accepting an invitation",
    at: () => "/requests",
    do: ({ page }) => page.getByRole("button", { name: /^Accept the invitation from Cleo/ }).click(),
    then: ({ page }) => sees(page, "No pending group requests."),
    groups: ({ page }) => heading(page, "Groups (2)"),
  },
  {
    what: "deleting a friend, and asking them again",
    at: ({ cleo }) => `/friends/${cleo.id}`,
    do: async ({ page }) => {
      await press(page, "Delete Friend");
      await confirm(page, "Delete");
      await heading(page, "Friends (1)");
      await page.goBack();
      await press(page, "Add Friend");
    },
    then: ({ page }) => expect(page.getByRole("button", { name: "Request Sent" })).toBeDisabled(),
    friends: ({ page }) => heading(page, "Friends (1)"),
  },
];

/** Like a link: without a page load, so that the router keeps the screens visited before. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    const { next } = window as unknown as { next: { router: { push: (path: string) => void } } };
    next.router.push(to);
  }, path);

for (const { what, at, do: write, then, friends, groups } of WRITES) {
  test(`after ${what}, every visited screen is current`, async ({ person }) => {
    const [ana, ben, cleo, dan] = [
      await person("ana.silva"),
      await person("ben.carter"),
      await person("cleo.dunn"),
      await person("dan.fox"),
    ];
    const group = await groupOf(ana, [ben], "Rowers");
    const event = await eventIn(group, ana, "Regatta");
    await expenseIn(event, ana, "Cheese", 10);
    await befriend(ana, cleo);
    await dan.post("/api/users/friends/request", { to: ana.id });
    const theirs = { title: "Cyclists", icon: group.icon, members: [ana.id], fromUserId: cleo.id };
    await cleo.post("/api/groups", theirs);
    const { page } = ana;
    const world: World = { ana, ben, cleo, page, group, event };

    // Visited before the write, like all screens on the way.
    await page.goto("/friends");
    await sees(page, "In total you are owed $5.00");
    await heading(page, "Friends (2)");
    await topBar(page, "Groups").click();
    await heading(page, "Groups (1)");
    await go(page, at(world));

    await write(world);
    await then(world);
    await topBar(page, "Groups").click();
    await (groups ?? (() => heading(page, "Groups (1)")))(world);
    await topBar(page, "Friends").click();
    await (friends ?? (() => sees(page, "In total you are owed $5.00")))(world);
    await page.goBack();
    await (groups ?? (() => heading(page, "Groups (1)")))(world);
  });
}
