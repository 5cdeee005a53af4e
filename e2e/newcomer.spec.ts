import type { Locator } from "@playwright/test";
import { signedIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { befriend, groupUrl } from "./support/world";
import type { Expense, Group } from "@/lib/schemas/answers";
import { groupIconUrl } from "@/lib/core/group-icons";

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
  await tap(page.getByRole("button", { name: "Add first expense" }));
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

test("a search without results offers an invitation link", async ({ person, server }) => {
  const { page, context } = await person("ana.silva");
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto("/add-friend");
  await page.getByLabel("Email").fill("nobody.at.all@example.com");
  await expect(page.getByText("No user found.")).toBeVisible();
  await page.getByRole("button", { name: "Send an invitation" }).click();
  await expect(page.getByText("Link copied. Send it to your friend.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(server.url);
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
