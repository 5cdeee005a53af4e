import type { Locator, Page } from "@playwright/test";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { alert, expenses } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";
import type { Series } from "@/lib/contract/repeats";
import type { Event } from "@/lib/contract/events";

// The key tasks, by touch, counted from home, and a payment from where it is thought of: on a phone, with five people and eight expenses.

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

type MakePerson = (name: string, options?: object) => Promise<Actor>;

/** Ana on her phone, in a group of five with eight expenses; she owes Ben most. */
async function ordinary(person: MakePerson) {
  const ana = await person("ana.silva", phone);
  const others = [];
  for (const name of ["ben.carter", "cleo.marsh", "dan.okafor", "eve.lind"]) others.push(await person(name));
  const [ben, cleo, dan, eve] = others as [Actor, Actor, Actor, Actor];
  const event = await eventIn(await groupOf(ana, others, "Rowers"), ana, "Regatta");
  const paid: [Actor, string, number][] = [
    [ben, "Boat hire", 240],
    [ben, "Hotel", 310.5],
    [cleo, "Breakfast", 42.35],
    [ana, "Diesel", 61.2],
    [dan, "Dinner", 128.9],
    [eve, "Tickets", 75],
    [ana, "Groceries", 54.45],
    [cleo, "Taxi", 23.8],
  ];
  for (const [payer, description, amount] of paid) await expenseIn(event, payer, description, amount);
  await ana.page.goto("/friends");
  return { page: ana.page, ana, ben, event };
}

/** Taps what is in sight: nothing is scrolled for it. @returns how many taps there were so far */
function counter(page: Page) {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      await expect(target).toBeInViewport({ ratio: 1 });
      await target.tap();
      taps += 1;
    },
    count: () => taps,
    expectNoScroll: async () => expect(await page.evaluate(() => window.scrollY)).toBe(0),
  };
}

test("add an expense: at most 3 taps from home, and the typing", async ({ person }) => {
  const { page } = await ordinary(person);
  const { tap, count } = counter(page);
  await tap(page.getByRole("link", { name: "Add expense to Regatta" }));
  await tap(page.getByLabel("Description"));
  await page.keyboard.type("Ice cream");
  // "Next" on a phone's keyboard.
  await page.keyboard.press("Enter");
  await page.keyboard.type("18.50");
  await tap(page.getByRole("button", { name: "Add Expense" }));
  await expect(alert(page, "Expense added")).toBeVisible();
  const row = expenses(page).getByRole("listitem").filter({ hasText: "Ice cream" });
  await expect(row).toHaveClass(/row-new/);
  await expect(row).toBeInViewport({ ratio: 1 });
  expect(count()).toBeLessThanOrEqual(3);

  await page.getByRole("button", { name: "View" }).tap();
  await expect(page.getByRole("heading", { name: "Ice cream" })).toBeVisible();
});

test("rent that repeats monthly: at most 5 taps from home, and the typing", async ({ person }) => {
  const { page, event, ana } = await ordinary(person);
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  await tap(page.getByRole("link", { name: "Add expense to Regatta" }));
  await tap(page.getByLabel("Description"));
  await page.keyboard.type("Rent");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1200");
  await tap(page.getByRole("button", { name: /^More ·/ }));
  await tap(page.getByRole("radio", { name: /^Monthly on day/ }));
  await tap(page.getByRole("button", { name: "Add Expense" }));
  await expect(alert(page, "Expense added")).toBeVisible();
  expect(taps).toBeLessThanOrEqual(5);
  const series = await ana.get<Series[]>(`/api/groups/${event.groupId}/series`);
  expect(series).toMatchObject([{ description: "Rent", amount: 1200, every: "month" }]);
});

test("what do I owe, and why: at most 2 taps, and no scroll", async ({ person }) => {
  const { page, ben } = await ordinary(person);
  const { tap, count, expectNoScroll } = counter(page);
  await expect(page.getByText("In total you owe")).toBeInViewport({ ratio: 1 });
  await tap(page.getByRole("link", { name: ben.name }));
  await page.waitForURL("**/friends/*");
  const open = page.getByRole("region", { name: "Unsettled payments (1)" });
  await expect(open.getByText("you owe")).toBeInViewport({ ratio: 1 });
  await tap(open.getByRole("link", { name: /^Regatta/ }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`You owe ${ben.name} $86.97`);
  const why = page.getByRole("region", { name: "Why" }).getByRole("listitem");
  await expect(why).toHaveCount(4);
  for (const line of await why.all()) await expect(line).toBeInViewport({ ratio: 1 });
  await expectNoScroll();
  expect(count()).toBeLessThanOrEqual(2);
});

for (const [place, open] of [
  ["the event", (page: Page, event: Event) => page.goto(eventUrl(event))],
  ["the group", (page: Page, { groupId }: Event) => page.goto(`/groups/${groupId}`)],
  ["the friend's page", (page: Page, _: Event, ben: Actor) => page.goto(`/friends/${ben.id}`)],
] as const) {
  test(`record a payment: 2 taps from ${place}`, async ({ person }) => {
    const { page, event, ben } = await ordinary(person);
    await open(page, event, ben);
    const { tap, count } = counter(page);
    await tap(page.getByRole("link", { name: "Record a payment" }));
    await page.waitForURL("**/record-payment*");
    await tap(page.getByRole("button", { name: "Record Payment" }));
    await expect(alert(page, "Recorded: You paid Ben $86.97.")).toBeVisible();
    expect(count()).toBe(2);
  });
}

test("settle: at most 2 taps from home", async ({ person }) => {
  const { page, ben } = await ordinary(person);
  const { tap, count, expectNoScroll } = counter(page);
  await tap(page.getByRole("link", { name: ben.name }));
  await tap(page.getByRole("button", { name: "Settle", exact: true }));
  await expect(alert(page, "Settled: You paid Ben $86.97.")).toBeVisible();
  await expectNoScroll();
  expect(count()).toBeLessThanOrEqual(2);
});

test("settle: 1 tap from the event", async ({ person }) => {
  const { page, event } = await ordinary(person);
  await page.goto(eventUrl(event));
  const { tap, count, expectNoScroll } = counter(page);
  await tap(page.getByRole("button", { name: "Settle", exact: true }).first());
  await expect(alert(page, "Settled: You paid Ben $86.97.")).toBeVisible();
  await expectNoScroll();
  expect(count()).toBe(1);
});

test("a link to the statement: 2 taps from the event", async ({ person, server }) => {
  const { page, event } = await ordinary(person);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto(eventUrl(event));
  const { tap, count } = counter(page);
  await tap(page.getByRole("link", { name: "Statement", exact: true }));
  await page.waitForURL("**/statement");
  const share = page.getByRole("button", { name: "Share a link" });
  // Below the figures that it shares.
  await share.scrollIntoViewIfNeeded();
  await tap(share);
  await expect(alert(page, "Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/shared\/[\w-]{22}$/);
  expect(count()).toBe(2);
});

test("the search of all groups: 1 tap from home", async ({ person }) => {
  const { page } = await ordinary(person);
  const { tap, count } = counter(page);
  await tap(page.getByRole("link", { name: "Search all groups" }));
  await expect(page.getByLabel("Search expenses")).toBeInViewport({ ratio: 1 });
  expect(count()).toBe(1);
  await page.getByLabel("Search expenses").fill("hotel");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("1 expense found");
});

test("a newcomer splits with two people without an account: at most 8 taps, and the typing", async ({
  newContext,
  server,
}) => {
  const page = await (await newContext({ ...phone, baseURL: server.url })).newPage();
  await page.goto("/");
  // Only demo people need this step: with Google there is one button.
  await page.getByText("Someone else").tap();
  await page.getByLabel("Address").fill(`nora.new${Date.now()}@demo.test`);
  const { tap, count } = counter(page);
  await tap(page.getByRole("button", { name: "Sign in", exact: true }));
  await tap(page.getByRole("link", { name: "Create Group" }));
  await page.getByLabel("Group Title").fill("Lisbon");
  const people = page.getByRole("searchbox", { name: "Participants" });
  for (const name of ["Zoe", "Tom"]) {
    await people.fill(name);
    // "Done" on a phone's keyboard.
    await people.press("Enter");
    await expect(page.getByRole("button", { name: `remove ${name}` })).toBeVisible();
  }
  await tap(page.getByRole("button", { name: "create", exact: true }));
  await tap(page.getByRole("link", { name: "Add the first event" }));
  await page.getByLabel("Event title").fill("Dinner");
  await tap(page.getByRole("button", { name: "Create Event" }));
  await tap(page.getByRole("link", { name: "Add the first expense" }));
  await page.getByLabel("Description").fill("Fish");
  await page.getByLabel("Amount").fill("90");
  await tap(page.getByRole("button", { name: "Add Expense", exact: true }));
  await expect(page.getByRole("button", { name: "Settle", exact: true })).toHaveCount(2);
  await expect(page.getByText("$30.00").first()).toBeVisible();
  expect(count()).toBeLessThanOrEqual(8);
});
