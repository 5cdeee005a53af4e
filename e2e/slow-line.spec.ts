import type { Page, Route } from "@playwright/test";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { Settlement } from "@/lib/contract/settlements";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { alert, expenses, question, settled, topBar, unsettled } from "./support/locators";
import { pause } from "./support/pause";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

// A slow line: answers come late or never, and impatient people tap twice.

const SETTLE = "**/api/settlements/*/settle";

/** Ana's event with one expense of $30, shared with Ben and Cleo. */
async function dinner(person: (name: string) => Promise<Actor>) {
  const [ana, ben, cleo] = [
    await person("ana.silva"),
    await person("ben.carter"),
    await person("cleo.marsh"),
  ];
  const group = await groupOf(ana, [ben, cleo], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  const expense = await expenseIn(event, ana, "Cheese", 30);
  const payments = () => ana.get<Settlement[]>(`/api/settlements?eventId=${event._id}`);
  return { ana, ben, group, event, expense, payments };
}

/** Ben's dialog to settle a different amount than he owes, $10. */
async function differentAmount(person: (name: string) => Promise<Actor>) {
  const { ben, event, payments } = await dinner(person);
  const { page } = ben;
  const mine = (await payments()).find(({ from }) => from._id === ben.id);
  await page.goto(`${eventUrl(event)}/why/${mine?._id}`);
  await page.getByRole("button", { name: "Pay part of it" }).click();
  return { page, dialog: page.getByRole("dialog", { name: "Pay part of it" }), payments };
}

/** Holds back the responses of these calls. @returns releases them */
async function holdBack(page: Page, path: string, method = "PUT"): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

/** The server makes the change, and its response is lost. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("connectionreset");
}

test("while a payment is being sent, other screens open, and are current when it is settled", async ({
  person,
}) => {
  const { ana, ben, event } = await dinner(person);
  const { page } = ben;
  await page.goto(eventUrl(event));
  const release = await holdBack(page, SETTLE);
  await unsettled(page).getByRole("button", { name: "Settle" }).first().click();
  await expect(settled(page)).toContainText("$10.00");
  await topBar(page, "Groups").click();
  await expect(page.getByRole("heading", { name: "Groups (1)" })).toBeVisible();
  await expect(page.getByText("you owe")).toBeVisible();
  release();
  await expect(page.getByText("you owe")).toHaveCount(0);
  await expect(alert(page, `Settled: You paid ${ana.firstName} $10.00.`)).toBeVisible();
});

test("a late answer does not leave the screen that was opened meanwhile", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await groupOf(ana, [ben]);
  const { page } = ana;
  await page.goto("/friends");
  await page.getByRole("link", { name: ben.name }).click();
  await page.getByRole("button", { name: "Delete Friend" }).click();
  const release = await holdBack(page, "**/api/users/friends/*", "DELETE");
  const dialog = question(page, "Are you sure you want to delete this friend?");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Friends (1)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await topBar(page, "Groups").click();
  await expect(page.getByRole("heading", { name: "Groups (1)" })).toBeVisible();
  release();
  await expect(alert(page, "Friend deleted")).toBeVisible();
  await pause();
  await expect(page).toHaveURL("/groups");
});

test("while a friend request is being accepted, other screens open", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await ben.post("/api/users/friends/request", { to: ana.id });
  const { page } = ana;
  await page.goto("/requests");
  const release = await holdBack(page, "**/api/users/friends/requests/*/accept");
  await page.getByRole("button", { name: `Accept the friend request from ${ben.name}` }).click();
  await topBar(page, "Account").click();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  release();
  await expect(alert(page, `You and ${ben.name} are friends now`)).toBeVisible();
  await expect(topBar(page, /friend request/)).toHaveCount(0);
});

for (const [way, twice] of [
  ["clicked", (page: Page, x: number, y: number) => page.mouse.dblclick(x, y)],
  [
    "tapped",
    // With the times of a double tap, however long the browser takes.
    async (page: Page, x: number, y: number) => {
      const input = await page.context().newCDPSession(page);
      const start = Date.now() / 1000;
      const touches = [0, 0.12].flatMap((at) => [
        { type: "touchStart" as const, touchPoints: [{ x, y }], timestamp: start + at },
        { type: "touchEnd" as const, touchPoints: [], timestamp: start + at + 0.03 },
      ]);
      await Promise.all(touches.map((touch) => input.send("Input.dispatchTouchEvent", touch)));
    },
  ],
] as const) {
  test(`Settle, ${way} twice, settles one payment`, async ({ person }) => {
    const { ana, event, payments } = await dinner((name) => person(name, { hasTouch: true }));
    const { page } = ana;
    await page.goto(eventUrl(event), { waitUntil: "networkidle" });
    const box = await unsettled(page).getByRole("button", { name: "Settle" }).first().boundingBox();
    if (!box) throw new Error("There is no payment.");
    await twice(page, box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
    await expect.poll(async () => (await payments()).filter((one) => one.settled).length).toBe(1);
    await pause();
    expect((await payments()).filter((one) => one.settled)).toHaveLength(1);
    // On purpose, a moment later.
    await unsettled(page).getByRole("button", { name: "Settle" }).first().click();
    await expect.poll(async () => (await payments()).filter((one) => one.settled).length).toBe(2);
  });
}

test("Go back, tapped twice on a slow line, goes back one screen", async ({ person }) => {
  const { ana, event } = await dinner(person);
  const { page } = ana;
  await page.goto("/groups");
  await page.getByRole("link", { name: "Rowers" }).click();
  await page.getByRole("link", { name: "Regatta" }).click();
  await page.getByRole("link", { name: "Cheese", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Expense Details" })).toBeVisible();
  const release = await holdBack(page, `**${eventUrl(event)}?*`, "GET");
  await page.getByRole("link", { name: "Go back" }).click();
  await page.waitForURL(eventUrl(event));
  await page.getByRole("link", { name: "Go back" }).click();
  await pause();
  release();
  await expect(expenses(page)).toBeVisible();
  await expect(page).toHaveURL(eventUrl(event));
});

test("what is typed while an expense is being saved belongs to the next one", async ({ person }) => {
  const { ana, event } = await dinner(person);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/add-expense`);
  const [description, amount] = [page.getByLabel("Description"), page.getByLabel("Amount")];
  await description.fill("Bread");
  await amount.fill("6");
  const release = await holdBack(page, "**/api/expenses", "POST");
  await page.getByRole("button", { name: "Save and add another" }).click();
  await description.fill("Wine");
  release();
  await expect(amount).toHaveValue("");
  await expect(description).toHaveValue("Wine");
});

test("a dialog stays open while it works, however often Escape is pressed", async ({ person, guard }) => {
  guard.allowStatus(409);
  const ben = await person("ben.carter");
  const { page } = ben;
  await page.goto("/account", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = question(page, "Are you sure you want to delete your account?");
  const ana = await person("ana.silva");
  await expenseIn(await eventIn(await groupOf(ana, [ben]), ana), ana, "Cheese", 10);
  const release = await holdBack(page, "**/api/account", "DELETE");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  release();
  const refused = question(page, "You still have unsettled payments");
  await expect(refused).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(refused).toBeHidden();
});

test("selecting text does not close a dialog", async ({ person }) => {
  const { page, dialog } = await differentAmount(person);
  const note = dialog.getByLabel("Note (optional)");
  await note.fill("By bank transfer");
  const box = await note.boundingBox();
  if (!box) throw new Error("There is no note.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 5 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test.describe("the answer is lost", () => {
  test.beforeEach(({ guard }) => guard.allow(/ERR_CONNECTION_RESET|ERR_FAILED/));

  test("a payment that was settled is shown as settled", async ({ person }) => {
    const { ben, event } = await dinner(person);
    const { page } = ben;
    await page.goto(eventUrl(event), { waitUntil: "networkidle" });
    await page.route(SETTLE, loseResponse);
    await unsettled(page).getByRole("button", { name: "Settle" }).first().click();
    await expect(alert(page, "Failed to settle transaction")).toBeVisible();
    await expect(settled(page)).toContainText("Settled by you");
  });

  test("a part payment that is sent again is recorded once", async ({ person }) => {
    const { page, dialog, payments } = await differentAmount(person);
    await dialog.getByLabel("Amount").fill("7");
    await page.route(SETTLE, loseResponse);
    await dialog.getByRole("button", { name: "Settle" }).click();
    await expect(dialog.getByText("Something went wrong. Please try again.")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await dialog.getByRole("button", { name: "Settle" }).click();
    await expect(dialog).toBeHidden();
    const parts = (await payments()).filter((one) => one.settled);
    expect(parts.map(({ amount }) => amount)).toEqual([7]);
  });

  test("a new group that is sent again after a reload is created once, with its icon", async ({ person }) => {
    const { ana, ben } = await dinner(person);
    const { page } = ana;
    await page.goto("/create-group");
    await page.getByLabel("Group Title").fill("Lost");
    await page.getByRole("button", { name: `Add ${ben.name}` }).click();
    await page.route("**/api/groups", loseResponse);
    await page.getByRole("button", { name: "create" }).click();
    await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    // The server suggests another icon at each load.
    for (let times = 0; times < 3; times++) await page.reload();
    await expect(page.getByText("Draft restored.")).toBeVisible();
    await page.getByRole("button", { name: "create" }).click();
    await expect(alert(page, "Group created successfully!")).toBeVisible();
    const groups = await ana.get<Group[]>("/api/groups");
    expect(groups.filter(({ title }) => title === "Lost")).toHaveLength(1);
  });

  test("expenses entered offline are added once, even after the page was closed", async ({
    person,
    guard,
  }) => {
    guard.allow(/ERR_INTERNET_DISCONNECTED/);
    const { ana, event } = await dinner(person);
    const { page, context } = ana;
    const enter = async (title: string, amount: string) => {
      await page.getByLabel("Description").fill(title);
      await page.getByLabel("Amount").fill(amount);
      await page.getByRole("button", { name: "Add Expense" }).click();
      await expect(page.getByLabel("Description")).toHaveValue("");
    };
    await page.goto(`${eventUrl(event)}/add-expense`, { waitUntil: "networkidle" });
    await page.route("**/api/expenses", async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await page.waitForFunction(() => !navigator.onLine);
      await route.abort("connectionreset");
    });
    await enter("Taxi", "12");
    await page.unrouteAll({ behavior: "wait" });
    await enter("Pizza", "30");
    await expect(page.getByText("You're offline. 2 expenses waiting to be sent.")).toBeVisible();

    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto("/friends");
    await expect(alert(next, "2 expenses added")).toBeVisible();
    await expect(next.getByText("waiting to be sent")).toHaveCount(0);
    const added = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
    expect(added.map(({ description }) => description).sort()).toEqual(["Cheese", "Pizza", "Taxi"]);
  });

  test("an edit that is sent again is not someone else's", async ({ person }) => {
    const { ana, event, expense } = await dinner(person);
    const { page } = ana;
    await page.goto(`${eventUrl(event)}/edit-expense/${expense._id}`);
    await page.getByLabel("Description").fill("Old cheese");
    await page.route("**/api/expenses/*", loseResponse);
    await page.getByRole("button", { name: "Update Expense" }).click();
    await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Update Expense" }).click();
    await expect(expenses(page)).toContainText("Old cheese");
  });
});

test("an expense that was entered offline and is refused can be corrected in the form that is open", async ({
  person,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  guard.allowStatus(422);
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana);
  const { page, context } = ana;
  await page.goto(`${eventUrl(event)}/add-expense`, { waitUntil: "networkidle" });
  await context.setOffline(true);
  await page.getByLabel("Description").fill("Taxi");
  await page.getByLabel("Amount").fill("12.50");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByText("1 expense waiting to be sent.")).toBeVisible();
  await ben.put(`/api/groups/${group._id}/members/remove`, { userId: ben.id });
  await context.setOffline(false);
  const banner = page.getByRole("status").filter({ hasText: "was not added" });
  await expect(banner).toHaveText(/“Taxi, \$12\.50” was not added. Everyone selected must be a member/);
  await banner.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Taxi");
  await expect(page.getByLabel("Amount")).toHaveValue("12.50");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(expenses(page)).toContainText("Taxi");
});

test("a screen whose answer breaks off is loaded again, at once or on demand", async ({ person, guard }) => {
  // The connection was closed.
  guard.allow(/React error #412/);
  const { ana, ben, event } = await dinner(person);
  const { page } = ana;
  const breakOff = () =>
    page.route(
      `**${eventUrl(event)}?*`,
      async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        await route.fulfill({ response, body: text.slice(0, text.length / 2) });
      },
      { times: 1 },
    );
  /** Sets how long ago the page was loaded, which decides whether it is loaded again at once. */
  const loaded = (milliseconds: number) =>
    page.evaluate((time) => void (performance.now = () => time), milliseconds);
  await page.goto(eventUrl(event), { waitUntil: "networkidle" });
  await loaded(9_000);
  await breakOff();
  // The screen asks for changes by itself, once for each. After the focus, it could ask twice.
  await expenseIn(event, ben, "Bread", 6);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(expenses(page)).toContainText("Bread");

  await loaded(11_000);
  await breakOff();
  await expenseIn(event, ben, "Wine", 9);
  await expect(expenses(page)).toContainText("Wine");
  await expect(page).toHaveURL(eventUrl(event));
});

test("the question about a member stays until the screen without them", async ({ person }) => {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const { page } = ana;
  const group = await groupOf(ana, [ben], "Rowers");
  await page.goto(`/groups/${group._id}/edit`);
  await page.getByRole("button", { name: `remove ${ben.name}` }).click();
  const release = await holdBack(page, "**/groups/*/edit?*", "GET");
  const removed = page.waitForResponse("**/members/remove");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await removed;
  await pause();
  await expect(page.getByRole("button", { name: "Removing…" })).toBeDisabled();
  release();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByText("Current participants (1)")).toBeVisible();
});
