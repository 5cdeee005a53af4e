import type { Page } from "@playwright/test";
import type { Expense } from "@/lib/contract/expenses";
import { expectAccessible } from "./support/a11y";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { alert } from "./support/locators";
import { eventIn, eventUrl, groupOf } from "./support/world";

// Two people record the same expense (docs/rules.md#input).

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const asked = (page: Page) => page.getByRole("alertdialog");

/** Ana's form in an event to which Ben has added a taxi today, and what the event has. */
async function sameTaxi(person: (name: string) => Promise<Actor>, description = "Taxi") {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/add-expense`);
  const date = await page.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  });
  const taxi = { eventId: event._id, description, amount: 23.4, date, splitWith: [ana.id, ben.id] };
  const add = (who: Actor) => who.post<Expense>("/api/expenses", taxi);
  const enter = async (amount = "23.40") => {
    await page.getByLabel("Description").fill("Cab to the airport");
    await page.getByLabel("Amount", { exact: true }).fill(amount);
    await button(page, "Add Expense").click();
  };
  const listed = async () =>
    (await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`)).map((one) => one.description).sort();
  return { ana, ben, page, event, add, enter, listed };
}

test("the question names Ben's; Cancel keeps everything typed, and “Add anyway” adds", async ({ person }) => {
  const { ben, page, add, enter, listed, event } = await sameTaxi(person);
  await add(ben);
  await page.getByRole("button", { name: /^More ·/ }).click();
  await page.getByLabel("Note").fill("With two suitcases");
  await enter();
  await expect(asked(page)).toHaveAccessibleName(/^Ben added “Taxi”, \$23\.40, .+\. Add anyway\?$/);
  await expectAccessible(page, "the question about the same expense");
  await button(page, "Cancel").click();
  await expect(asked(page)).toHaveCount(0);
  await expect(page.getByLabel("Description")).toHaveValue("Cab to the airport");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("23.40");
  await expect(page.getByLabel("Note")).toHaveValue("With two suitcases");
  expect(await listed()).toEqual(["Taxi"]);

  await button(page, "Add Expense").click();
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(asked(page)).toHaveCount(0);
  expect(await listed()).toEqual(["Taxi"]);

  await button(page, "Add Expense").click();
  await button(page, "Add anyway").click();
  await page.waitForURL(`**${eventUrl(event)}`);
  await expect(alert(page, "Expense added")).toBeVisible();
  expect(await listed()).toEqual(["Cab to the airport", "Taxi"]);
});

test("not asked about one's own, nor about another amount", async ({ person }) => {
  const { ana, ben, page, add, enter, listed, event } = await sameTaxi(person);
  await add(ana);
  await enter();
  await page.waitForURL(`**${eventUrl(event)}`);
  expect(await listed()).toHaveLength(2);
  await add(ben);
  await page.goto(`${eventUrl(event)}/add-expense`);
  await enter("23.41");
  await page.waitForURL(`**${eventUrl(event)}`);
  expect(await listed()).toHaveLength(4);
});

test("a slow or failed check blocks nothing", async ({ person, guard }) => {
  const { ben, page, add, enter, listed, event } = await sameTaxi(person);
  await add(ben);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/search?*", async (route) => {
    await released;
    await route.fallback();
  });
  await enter();
  await page.waitForURL(`**${eventUrl(event)}`);
  release();
  expect(await listed()).toHaveLength(2);

  guard.allowStatus(503);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route("**/api/search?*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${eventUrl(event)}/add-expense`);
  await enter();
  await page.waitForURL(`**${eventUrl(event)}`);
  expect(await listed()).toHaveLength(3);
});

test("without a connection, it waits as usual, and nobody is asked", async ({ person, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const { ana, ben, page, add, enter, listed } = await sameTaxi(person);
  await add(ben);
  await ana.context.setOffline(true);
  await enter();
  await expect(alert(page, "You're offline. The expense will be added when you're online.")).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
  await ana.context.setOffline(false);
  await expect.poll(listed).toEqual(["Cab to the airport", "Taxi"]);
  await expect(asked(page)).toHaveCount(0);
});

test("a long description, written from right to left, neither reorders nor overflows the question", async ({
  person,
}) => {
  const description = `מונית ${"לשדהתעופה".repeat(18)} \u202Eabc`;
  const { ben, page, add, enter } = await sameTaxi(person, description);
  await add(ben);
  await page.setViewportSize({ width: 320, height: 568 });
  await enter();
  // What is from right to left is isolated from what is around it.
  await expect(asked(page).locator("h2 bdi")).toHaveText([/^Ben$/, /^מונית .+ abc$/, "$23.40"]);
  const overflow = await asked(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  for (const name of ["Add anyway", "Cancel"]) {
    await button(page, name).scrollIntoViewIfNeeded();
    await expect(button(page, name)).toBeInViewport({ ratio: 1 });
  }
});
