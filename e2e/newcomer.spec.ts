import type { Locator } from "@playwright/test";
import { signedIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { befriend, groupUrl } from "./support/world";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import { groupIconUrl } from "@/lib/core/groups";

// A new user's complete journey, from the entry screen to the first split with an existing friend.

const MAX_TAPS = 8;

test("from the first sign-in to the first split in at most 8 taps", async ({
  person,
  newContext,
  server,
}) => {
  const ben = await person("ben.carter");
  const context = await newContext({ baseURL: server.url, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const taps: string[] = [];
  const tap = async (target: Locator) => {
    taps.push(String(target));
    await target.click();
  };
  const email = `nina.new${Date.now()}@demo.test`;

  await page.goto("/");
  await expect(page.getByText("Add a dinner.")).toBeVisible();
  // Only demo sign-in needs this step; with Google there is one button.
  await page.getByText("Someone else").click();
  await page.getByLabel("Address").fill(email);
  await tap(page.getByRole("button", { name: "Sign in" }));
  await expect(page.getByText("You are all set!")).toBeVisible();

  // The friend knows the new user's address, and invites them.
  const nina = await signedIn(context, server.url, page);
  await befriend(ben, nina);
  const { _id } = await ben.post<Group>("/api/groups", {
    title: "Rowers",
    icon: groupIconUrl("bee"),
    members: [nina.id],
    fromUserId: ben.id,
  });

  await tap(page.getByRole("link", { name: /^Groups/ }));
  await tap(page.getByRole("button", { name: /^Accept the invitation from Ben Carter/ }));
  await tap(page.getByRole("button", { name: "Open group" }));
  await expect(page).toHaveURL(groupUrl({ _id }));
  await tap(page.getByRole("link", { name: "Add Event" }));
  await page.getByLabel("Event title").fill("Regatta");
  await tap(page.getByRole("button", { name: "Create Event" }));
  await tap(page.getByRole("link", { name: "Add the first expense" }));
  await page.getByLabel("Description").fill("Lunch");
  await page.getByLabel("Amount").fill("30");
  await tap(page.getByRole("button", { name: "Add Expense" }));
  await expect(page.getByRole("heading", { name: "Total Expenses: $30.00" })).toBeVisible();
  await expect(page.getByText("$15.00").first()).toBeVisible();

  const [event] = await nina.get<{ _id: string }[]>(`/api/events?groupId=${_id}`);
  const [expense] = await nina.get<Expense[]>(`/api/expenses?eventId=${event?._id}`);
  expect(expense?.splitWith).toHaveLength(2);
  expect(taps.length, taps.join("\n")).toBeLessThanOrEqual(MAX_TAPS);
});

test("a search without results leaves an invitation link, which makes friends", async ({
  person,
  server,
}) => {
  const { page, context } = await person("ana.silva");
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto("/add-friend");
  await page.getByLabel("Email").fill("nobody.at.all@example.com");
  await expect(page.getByText("No user found.")).toBeVisible();
  await page.getByRole("button", { name: "Send an invitation" }).click();
  await expect(page.getByText("Link copied. Send it to your friend.")).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const ben = await person("ben.carter");
  await ben.page.goto(url);
  await ben.page.getByRole("button", { name: "Add Ana as a friend" }).click();
  await expect(ben.page.getByRole("button", { name: "Delete Friend" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main")).toContainText("1 joined");
  await page.getByRole("button", { name: "Revoke Your link" }).click();
  await expect(page.getByText("The link no longer works.")).toBeVisible();
});

test("an expense with a friend takes three taps from home, and no group", async ({ person }) => {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const { _id } = await ana.post<{ _id: string }>("/api/users/friends/request", { to: ben.id, from: ana.id });
  await ben.put(`/api/users/friends/requests/${_id}/accept`, {});
  const { page } = ana;
  const addLunch = async (from: string) => {
    await page.goto("/friends");
    await page.getByRole("link", { name: "Add expense", exact: true }).filter({ visible: true }).click();
    await expect(page).toHaveURL("/add");
    await page.getByRole("link", { name: from }).first().click();
    await page.getByLabel("Description").fill("Lunch");
    await page.getByLabel("Amount").fill("20");
    await page.getByRole("button", { name: "Add Expense", exact: true }).click();
    await expect(page.getByText("Expense added")).toBeVisible();
  };
  await addLunch(ben.name);
  await expect(page).toHaveURL(`/friends/${ben.id}`);
  await expect(page.getByRole("main")).toContainText("owes you $10.00");
  await addLunch("You and Ben");
  await expect(page.getByRole("heading", { name: "You and Ben" })).toBeVisible();
  await expect(page.getByText("Total Expenses: $40.00")).toBeVisible();
  await page.goto("/groups");
  await expect(page.getByText("You don't have any group yet!")).toBeVisible();
  await ben.page.goto(`/friends/${ana.id}`);
  await ben.page.getByRole("listitem").filter({ hasText: "2 expenses" }).getByRole("link").click();
  await expect(ben.page.getByRole("heading", { name: "Expenses (2):" })).toBeVisible();
});

test("requests are answered where their red dot is", async ({ person }) => {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  await ben.post("/api/users/friends/request", { to: ana.id, from: ben.id });
  const { page } = ana;
  await page.goto("/add-friend");
  await page.getByRole("button", { name: `Accept the friend request from ${ben.name}` }).click();
  await expect(page.getByText(`You and ${ben.name} are friends now`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Friend Requests" })).toHaveCount(0);
});
