import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "@playwright/test";
import { type Actor, signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { LAYOUT_SHIFT, shiftsOf, watchShifts } from "./support/layout-shifts";
import type { AppServer } from "./support/server";
import { DEMO_EMAIL, guardedScreens, OPEN_SCREENS, type Screen } from "./support/screens";
import { openReady } from "./support/ready";
import type { Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";

// The cost limits of screens. lib/views/views.test.ts counts the database commands of each screen.

/** Kilobytes of compressed JavaScript over the network; the framework's scripts are 114. */
const JAVASCRIPT = { signedIn: 150, entry: 129 };

/** Kilobytes of the event's HTML with 30 expenses, the viewer's part of each, and 8 people, including the data for the browser. */
const EVENT_HTML = 60;

/** Kilobytes of the HTML of each screen of a group of 200 people who owe each other nearly 20,000 payments. */
const WIDE_HTML = 150;

/** How long a screen sends no requests after its load, in milliseconds. */
const QUIET = 5000;

/**
 * The red dots count the first two on start (docs/rules.md#browser-data); new activity is counted and marked as seen, and notices as read;
 * an open screen asks whether something has changed.
 */
const COUNTS = [
  "/api/users/friends/requests",
  "/api/groups/requests",
  "/api/users/activity/new",
  "/api/users/activity",
  "/api/users/notices/read",
  "/api/users/revision",
];

type Cost = { screen: string; kilobytes: number; calls: string[] };

/** Opens a screen in a new browser; `cost` returns what was loaded and requested until it was quiet. */
async function open(context: BrowserContext, { name, path }: Screen): Promise<() => Promise<Cost>> {
  const page = await context.newPage();
  await page.clock.install();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const scripts = new Set<string>();
  const calls: string[] = [];
  let bytes = 0;
  network.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && !COUNTS.includes(pathname)) calls.push(pathname);
  });
  await page.goto(path, { waitUntil: "load" });
  return async () => {
    await page.waitForLoadState("networkidle");
    await page.clock.runFor(QUIET);
    // Requests are reported in their order: by the answer to this one, those before it are known.
    await page.evaluate(() => fetch("/icon.svg"));
    return { screen: name, kilobytes: Math.round(bytes / 100) / 10, calls };
  };
}

test("no screen exceeds its JavaScript budget, or requests data it was rendered with", async ({
  newContext,
  server,
  guard,
}) => {
  test.slow();
  guard.allowStatus(404);
  const ana = await signIn(await newContext({ baseURL: server.url }), server.url, DEMO_EMAIL);
  const storageState = await ana.context.storageState();
  const costs: (() => Promise<Cost>)[] = [];
  for (const screen of await guardedScreens(ana))
    costs.push(await open(await newContext({ baseURL: server.url, storageState }), screen));
  const [entry] = OPEN_SCREENS;
  const costOfEntry = await open(await newContext({ baseURL: server.url }), entry!);

  const signedIn = await Promise.all(costs.map((cost) => cost()));
  const entryCost = await costOfEntry();
  expect(signedIn.length).toBeGreaterThan(15);
  expect(signedIn.filter(({ kilobytes }) => kilobytes < 130)).toEqual([]);
  expect(signedIn.filter(({ kilobytes }) => kilobytes > JAVASCRIPT.signedIn)).toEqual([]);
  expect(entryCost.kilobytes).toBeLessThanOrEqual(JAVASCRIPT.entry);
  expect([...signedIn, entryCost].filter(({ calls }) => calls.length > 0)).toEqual([]);
});

/** Opens a screen, waits until everything has loaded by itself, and returns how much moved. */
async function shiftOf(page: Page, path: string): Promise<{ total: number; details: string }> {
  await openReady(page, path);
  await page.waitForLoadState("networkidle");
  return shiftsOf(page);
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`no layout shifts on any screen (${viewport.width} px)`, async ({ newContext, server }) => {
    test.slow();
    const context = await newContext({ viewport, baseURL: server.url });
    const ana = await signIn(context, server.url, DEMO_EMAIL);
    await watchShifts(ana.page);
    for (const { name, path } of await guardedScreens(ana)) {
      // Without the top bar, whose requests tell that a screen is ready.
      if (name === "gone" || name === "shared") continue;
      const { total, details } = await shiftOf(ana.page, path);
      expect(total, `${name}: ${details}`).toBeLessThanOrEqual(LAYOUT_SHIFT);
    }
  });
}

/** Adds people with one event with this many expenses, while the server runs. @returns the first person */
async function seedEvent(
  server: AppServer,
  expenses: number,
  people: number,
  more: { members?: number } = {},
): Promise<string> {
  const seed = expenses + people;
  const amounts = { expenses, events: 1, groups: 1, people, seed, ...more };
  const options = Object.entries(amounts).flatMap(([name, amount]) => [`--${name}`, `${amount}`]);
  await promisify(execFile)(process.execPath, ["lib/cli/run.mjs", "lib/cli/seed.ts", ...options], {
    env: { ...process.env, DATA_DIR: server.dataDir },
  });
  return `person-${seed}-1@demo.test`;
}

/** The path of the only event of a person of seedEvent. */
async function onlyEvent(person: Actor): Promise<string> {
  const [group] = await person.get<Group[]>("/api/groups");
  const [event] = await person.get<Event[]>(`/api/events?groupId=${group?._id}`);
  return `/groups/${group?._id}/events/${event?._id}`;
}

test("the event's page is within its size budget", async ({ startServer, newContext }) => {
  const server = await startServer();
  const email = await seedEvent(server, 30, 8);
  const person = await signIn(await newContext({ baseURL: server.url }), server.url, email);
  const html = await (await person.fetch("GET", await onlyEvent(person))).body();
  expect(html.toString()).toContain("Expenses (30):");
  expect(html.length / 1000).toBeLessThanOrEqual(EVENT_HTML);
});

test("the screens of a group of 200 people are within their size budget, and everything is shown on demand", async ({
  startServer,
  newContext,
}) => {
  test.slow();
  const server = await startServer();
  const email = await seedEvent(server, 600, 200, { members: 200 });
  const person = await signIn(await newContext({ baseURL: server.url }), server.url, email);
  const event = await onlyEvent(person);
  const group = event.split("/").slice(0, 3).join("/");
  const sizes: Record<string, number> = {};
  for (const path of [event, `${event}/statement`, group, `${group}/edit`])
    sizes[path] = (await (await person.fetch("GET", path)).body()).length / 1000;
  for (const [path, kilobytes] of Object.entries(sizes))
    expect(kilobytes, path).toBeLessThanOrEqual(WIDE_HTML);
  expect((await person.fetch("GET", `${group}/plan`)).status()).toBe(409);

  await openReady(person.page, event);
  const unsettled = person.page.getByRole("region", { name: "Unsettled Transactions:" });
  await unsettled.getByText("Payments between others").click();
  const mine = await unsettled.getByRole("list").first().getByRole("listitem").count();
  expect(mine).toBe(30);
  const rows = unsettled.getByRole("group").getByRole("listitem");
  await expect(rows).toHaveCount(20);
  await unsettled.getByRole("button", { name: "Show more payments" }).click();
  await expect(rows).toHaveCount(100);
  await unsettled.getByRole("button", { name: "Show more payments" }).click();
  await expect(rows).not.toHaveCount(100);
  await unsettled.getByLabel("Minimal transactions").check();
  await expect(unsettled).toContainText(/payments instead of \d+,\d{3}/);
  await expect(unsettled).toContainText("More than 5,000 payments are open");
});

test("an event with 30 and one with 10,000 expenses cost the same", async ({ startServer, newContext }) => {
  test.slow();
  const server = await startServer();
  const seen: { bytes: number; shift: number; requests: number }[] = [];
  for (const expenses of [30, 10000]) {
    const email = await seedEvent(server, expenses, 2);
    const ana = await signIn(await newContext({ baseURL: server.url }), server.url, email);
    const path = await onlyEvent(ana);
    const html = await (await ana.fetch("GET", path)).text();
    await watchShifts(ana.page);
    let requests = 0;
    ana.page.on("request", (request) => (requests += request.url().includes("/api/") ? 1 : 0));
    const { total: shift } = await shiftOf(ana.page, path);
    seen.push({ bytes: html.length, shift, requests });
    const heading = ana.page.getByRole("heading", { name: `Expenses (${expenses}):` });
    await expect(heading).toBeVisible();
    const rows = ana.page.getByRole("region", { name: /^Expenses/ }).getByRole("listitem");
    await expect(rows).toHaveCount(25);
    await ana.page.getByRole("button", { name: "Show more expenses" }).click();
    await expect(rows).toHaveCount(expenses > 30 ? 75 : 30);
  }
  const [few, many] = seen;
  for (const { shift } of seen) expect(shift).toBeLessThanOrEqual(LAYOUT_SHIFT);
  expect(many?.requests).toBe(few?.requests);
  // The same rows, with longer numbers.
  expect((many?.bytes ?? 0) / (few?.bytes ?? 1)).toBeLessThan(1.1);
});
