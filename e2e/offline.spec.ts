import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/a11y";
import { signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

// Without a connection: public/sw.js and the page that it caches.

test.use({ serviceWorkers: "allow" });

/** What may be cached: the offline page, its picture, and files of the build. */
const OFFLINE_FILE = /^\/(offline|empty\/offline\.svg|_next\/static\/(chunks|media)\/[\w.~-]+)$/;

/** Opens the screen, and waits until the service worker controls it. */
async function controlled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

/** Every URL in Cache Storage. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test("a tab tapped offline shows the offline page, and opens when online again", async ({
  person,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|could not be loaded/);
  const { page, context } = await person("ana.silva");
  await controlled(page, "/friends");

  await context.setOffline(true);
  await page.getByRole("navigation").getByRole("link", { name: "Groups" }).click();
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await expect(page).toHaveURL("/groups");
  await expect(page.getByRole("link", { name: "Groups" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("main")).toHaveCSS("display", "flex");
  await expectAccessible(page, "the offline page");

  // The tabs of this page work the same way.
  await page.getByRole("link", { name: "Account" }).click();
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
});

test("offline, the last balances of the person are shown, until they log out", async ({ person, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|could not be loaded/);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await expenseIn(await eventIn(await groupOf(ana, [ben]), ana), ben, "Fondue", 41);
  const { page, context } = ana;
  const row = page.getByRole("listitem").filter({ hasText: ben.name });
  await controlled(page, "/friends");
  await context.setOffline(true);
  await page.goto("/groups");
  await expect(page.getByRole("heading", { name: /^Your balances on / })).toBeVisible();
  await expect(row).toHaveText(`${ben.name}you owe $20.50`);
  expect(await page.evaluate(() => document.fonts.check("1rem Figtree"))).toBe(true);
  await expectAccessible(page, "the offline page with balances");

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Groups (1)" })).toBeVisible();
  await page.goto("/account");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("balances"))).toBeNull();
  await context.setOffline(true);
  await page.goto("/groups");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("offline, the expenses that wait to be sent are counted", async ({ person, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|could not be loaded/);
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  const { page, context } = ana;
  await controlled(page, `${eventUrl(event)}/add-expense`);
  await context.setOffline(true);
  await page.getByLabel("Description").fill("Tunnel snacks");
  await page.getByLabel("Amount").fill("12");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByText("1 expense waiting to be sent.")).toBeVisible();
  await page.goto("/groups");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await expect(page.getByText("1 expense waiting to be sent.")).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("1 expense added")).toBeVisible();
  await page.goto(eventUrl(event));
  await expect(page.getByText("Tunnel snacks")).toBeVisible();
  await context.setOffline(true);
  await page.goto("/groups");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await expect(page.getByText("waiting to be sent")).toBeHidden();
});

test("nothing private is cached: only the offline page and its files", async ({ person }) => {
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  await expenseIn(event, ana, "A secret present", 12);
  const { page } = ana;
  await controlled(page, "/friends");
  for (const path of ["/friends", eventUrl(event), "/account", "/groups"])
    await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("navigation").getByRole("link", { name: "Friends" }).click();
  await expect(page).toHaveURL("/friends");
  const paths = await cached(page);
  expect(paths).toContain("/offline");
  expect(paths.filter((path) => !OFFLINE_FILE.test(path))).toEqual([]);
  const text = await page.evaluate(async () => {
    const texts = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(await (await cache.match(request))!.text());
    }
    return texts.join();
  });
  for (const secret of [ana.name, ana.email, ana.id, event._id, "A secret present"])
    expect(text).not.toContain(secret);
});

test("a server that is down counts as offline; the screen opens when it is back", async ({
  startServer,
  newContext,
  guard,
}) => {
  guard.allow(/Minified React error|could not be loaded|Failed to/);
  guard.allowStatus(500, 503);
  const server = await startServer();
  const { page } = await signIn(await newContext({ baseURL: server.url }), server.url, "ana.silva@demo.test");
  await controlled(page, "/friends");
  await server.stop();
  await page.getByRole("navigation").getByRole("link", { name: "Groups" }).click();
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await server.run();
  await expect(page.getByRole("heading", { name: "Welcome to your group page!" })).toBeVisible();
});
