import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "./support/a11y";
import { type Actor, signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { LAYOUT_SHIFT, shiftsOf, watchShifts } from "./support/layout-shifts";
import { alert } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";
import type { Expense } from "@/lib/contract/expenses";
import type { Series } from "@/lib/contract/repeats";

// Without a connection: public/sw.js, and the screens that it keeps.

test.use({ serviceWorkers: "allow" });

test.beforeEach(({ guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch|could not be loaded/);
});

/** Opens the screen, and waits until the service worker controls it. */
async function controlled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

/** The path and text of everything in Cache Storage. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push({
          path: new URL(request.url).pathname,
          text: (await (await cache.match(request))?.text()) ?? "",
        });
    }
    return found;
  });

const cachedPaths = async (page: Page) => (await cached(page)).map(({ path }) => path);

/** Waits until these screens are kept. */
const kept = async (page: Page, ...paths: string[]) =>
  expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(paths));

/** All that the browser stores, as text. */
const stored = async (page: Page) =>
  JSON.stringify([
    await cached(page),
    await page.evaluate(async () => [
      await caches.keys(),
      await indexedDB.databases(),
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
    ]),
  ]);

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, exact: true });
const offlinePage = (page: Page) => expect(heading(page, "You're offline")).toBeVisible();
const banner = (page: Page) => page.getByText(/^You're offline\. .* As of \d+:\d\d\s[AP]M\.$/);
const waiting = (page: Page) => page.getByRole("list", { name: "Waiting to be sent" }).getByRole("listitem");

async function enter(page: Page, title: string, amount: string): Promise<void> {
  await page.getByLabel("Description").fill(title);
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("");
}

async function dinner(person: (name: string) => Promise<Actor>) {
  const [ana, ben] = [await person("ana.silva"), await person("ben.carter")];
  const group = await groupOf(ana, [ben], "Rowers");
  const event = await eventIn(group, ana, "Regatta");
  await expenseIn(event, ben, "Fondue", 41);
  return { ana, ben, group, event };
}

/** Goes from home to the event by its links, until the screens are kept. */
async function walk(page: Page, group: string, event: string): Promise<void> {
  await controlled(page, "/friends");
  await page.getByRole("navigation").getByRole("link", { name: "Groups" }).click();
  await page.getByRole("link", { name: "Rowers" }).click();
  await page.getByRole("link", { name: "Regatta", exact: true }).click();
  await expect(heading(page, "Regatta")).toBeVisible();
  await kept(page, "/friends", "/add", "/groups", group, event, `${event}/add-expense`);
}

test("the screens that were seen open offline, and what is added there is added once, in order", async ({
  person,
}) => {
  const { ana, group, event } = await dinner(person);
  const { page, context } = ana;
  await walk(page, groupUrl(group), eventUrl(event));
  await watchShifts(page);

  await context.setOffline(true);
  for (const [path, name] of [
    ["/friends", "Your balance"],
    ["/groups", /^Groups \(1\)/],
    [groupUrl(group), "Rowers"],
    [eventUrl(event), "Regatta"],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, name)).toBeVisible();
    await expect(banner(page)).toBeVisible();
    expect((await shiftsOf(page)).total, path).toBeLessThanOrEqual(LAYOUT_SHIFT);
    await page.reload();
    await expect(banner(page)).toBeVisible();
    await expectAccessible(page, `${path}, offline`);
  }
  expect(await page.evaluate(() => document.fonts.check("1rem Figtree"))).toBe(true);
  await expect(page.getByText("Fondue")).toBeVisible();

  await page.getByRole("link", { name: "Add Expense" }).first().click();
  await expect(page).toHaveURL(`${eventUrl(event)}/add-expense`);
  await enter(page, "Taxi", "12");
  await enter(page, "Pizza", "30");
  await page.goBack();
  await expect(waiting(page)).toHaveText(["Pizzawaiting$30.00", "Taxiwaiting$12.00"]);
  await expectAccessible(page, "the event, with waiting expenses");
  await page.goForward();
  await expect(page.getByLabel("Description")).toBeVisible();
  await page.getByRole("link", { name: "Evenly" }).click();
  await expect(heading(page, "Your balance")).toBeAttached();
  await expect(page.getByText("2 expenses waiting to be sent.")).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("2 expenses added")).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.goto(eventUrl(event));
  await expect(waiting(page)).toHaveCount(0);
  const added = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  expect(added.map(({ description }) => description)).toEqual(["Pizza", "Taxi", "Fondue"]);
});

test("what repeats is entered offline, and is one series with one first expense, however often it is sent", async ({
  person,
}) => {
  test.slow();
  const { ana, group, event } = await dinner(person);
  const { page, context } = ana;
  await walk(page, groupUrl(group), eventUrl(event));
  await page.goto(`${eventUrl(event)}/add-expense`);
  await page.getByRole("button", { name: /^More ·/ }).click();
  await expect(page.getByRole("radio", { name: "Weekly", exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^More ·/ }).click();
  const enterRepeating = async (title: string, date?: string) => {
    await page.getByLabel("Description").fill(title);
    await page.getByLabel("Amount").fill("1200");
    await page.getByRole("button", { name: /^More ·/ }).click();
    if (date) await page.getByLabel("Date").fill(date);
    await page.getByRole("radio", { name: "Weekly", exact: true }).click();
    await page.getByRole("button", { name: "Add Expense" }).click();
    await expect(page.getByLabel("Description")).toHaveValue("");
  };
  await context.setOffline(true);
  await enterRepeating("Rent");
  await enterRepeating("Parking", "2099-12-01");
  await expect(page.getByText("2 expenses waiting to be sent.")).toBeVisible();

  // The first answer to each is lost, so that each is sent twice.
  const sent = await page.evaluateHandle(() => {
    const keys: string[] = [];
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      const key = new Headers(init?.headers).get("Idempotency-Key");
      if (!key || keys.push(key) > keys.indexOf(key) + 1) return response;
      throw new TypeError("Failed to fetch");
    };
    return keys;
  });
  await context.setOffline(false);
  await expect(page.getByText("1 expense added", { exact: true })).toBeVisible({ timeout: 30_000 });
  const ahead = alert(page, "“Parking” will be added on December 1, 2099");
  await expect(ahead).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/waiting to be sent/)).toHaveCount(0);
  const keys = await sent.jsonValue();
  expect([keys.length, new Set(keys).size]).toEqual([4, 2]);
  const series = await ana.get<Series[]>(`/api/groups/${event.groupId}/series`);
  expect(series.map(({ description, made }) => [description, made]).sort()).toEqual([
    ["Parking", 0],
    ["Rent", 1],
  ]);
  const added = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  expect(added.map(({ description, number }) => [description, number])).toEqual([
    ["Rent", 1],
    ["Fondue", undefined],
  ]);
});

test("the last 30 events open, with their forms", async ({ person }) => {
  test.slow();
  const { ana, group } = await dinner(person);
  const { page, context } = ana;
  await controlled(page, "/friends");
  const events = [];
  for (let index = 1; index <= 30; index += 1) events.push(await eventIn(group, ana, `Event ${index}`));
  for (const event of events) await page.goto(eventUrl(event));
  await kept(page, ...events.flatMap((event) => [eventUrl(event), `${eventUrl(event)}/add-expense`]));
  await context.setOffline(true);
  await page.goto(eventUrl(events[0]!));
  await expect(heading(page, "Event 1")).toBeVisible();
  await page.goto(`${eventUrl(events[29]!)}/add-expense`);
  await expect(page.getByLabel("Description")).toBeVisible();
});

test("offline, what would write is disabled and says why; a screen that is not kept says so and leads home", async ({
  person,
}) => {
  const { ana, group, event } = await dinner(person);
  const { page, context } = ana;
  await walk(page, groupUrl(group), eventUrl(event));
  await context.setOffline(true);
  // At once on the screen that is open, and on the kept one.
  for (const open of [async () => {}, () => page.reload()]) {
    await open();
    const close = page.getByRole("button", { name: "Close event" });
    await expect(close).toBeDisabled();
    await close.click({ force: true });
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(
      page.getByRole("status").getByText("Only new expenses can be saved.", { exact: false }).last(),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit event" })).toBeDisabled();
    await expect(page.getByRole("link", { name: "Add Expense" }).first()).toBeEnabled();
  }

  await page.getByRole("navigation").getByRole("link", { name: "Account" }).click();
  await offlinePage(page);
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("link", { name: "Account" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page, "the offline page");
  await page.getByRole("link", { name: "Go to home" }).click();
  await expect(heading(page, "Your balance")).toBeAttached();

  await page.goBack();
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeEnabled();
});

test("a screen that changes while it is open is kept as it is now", async ({ person }) => {
  const { ana, ben, group, event } = await dinner(person);
  const { page, context } = ana;
  await walk(page, groupUrl(group), eventUrl(event));
  await expenseIn(event, ben, "Bread", 4);
  await expect(page.getByText("Bread")).toBeVisible();
  await expect
    .poll(async () => (await cached(page)).find(({ path }) => path === eventUrl(event))?.text)
    .toContain("Bread");
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("Bread")).toBeVisible();
});

test("links, downloads, and the account are not kept", async ({ person }) => {
  const { ana, group, event } = await dinner(person);
  const { page } = ana;
  const { url } = await ana.post<{ url: string }>(`/api/groups/${group._id}/links`, {});
  const shared = await ana.post<{ url: string }>(`/api/events/${event._id}/statement-links`, {});
  await walk(page, groupUrl(group), eventUrl(event));
  for (const path of [url, shared.url, "/account", "/activity", `${groupUrl(group)}/edit`])
    await page.goto(path, { waitUntil: "networkidle" });
  await page.goto("/friends", { waitUntil: "networkidle" });
  const screens = (await cachedPaths(page)).filter(
    (path) => !/^\/(_next|empty|group-icons|seesaw)\/|^\/friends\/\w+\/add-expense$/.test(path),
  );
  expect(screens.sort()).toEqual(
    [
      "/offline",
      "/friends",
      "/add",
      "/groups",
      groupUrl(group),
      eventUrl(event),
      `${eventUrl(event)}/add-expense`,
    ].sort(),
  );
  expect(await stored(page)).not.toContain(ana.email.replace("@", "%40"));
});

/** Offline, these people and things are nowhere in the browser, and no screen opens. */
async function nothingLeft(page: Page, context: BrowserContext, paths: string[], secrets: string[]) {
  for (const secret of secrets) await expect.poll(() => stored(page), secret).not.toContain(secret);
  await context.setOffline(true);
  for (const path of paths) {
    await page.goto(path);
    await offlinePage(page);
    for (const secret of secrets) expect(await page.content()).not.toContain(secret);
  }
  await context.setOffline(false);
}

test("after logout nothing is left, in this tab and in others; nor after the session has ended", async ({
  person,
  guard,
}) => {
  test.slow();
  guard.allowStatus(401);
  const { ana, ben, group, event } = await dinner(person);
  const { page, context } = ana;
  const paths = ["/friends", "/groups", groupUrl(group), eventUrl(event), `${eventUrl(event)}/add-expense`];
  const secrets = [
    ana.id,
    ana.name,
    ben.name,
    group._id,
    event._id,
    "Rowers",
    "Regatta",
    "Fondue",
    "bee.svg",
  ];
  await walk(page, groupUrl(group), eventUrl(event));
  const other = await context.newPage();
  await other.goto(eventUrl(event));
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("link", { name: "Add Expense" }).first().click();
  await page.getByLabel("Description").fill("Taxi");
  await context.setOffline(false);
  await page.goto("/account");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await expect(other).toHaveURL("/");
  await nothingLeft(page, context, paths, [...secrets, "Taxi"]);
  await context.setOffline(true);
  await page.goBack();
  for (const secret of secrets) expect(await page.content()).not.toContain(secret);
  await context.setOffline(false);

  // The session ends elsewhere, while a screen is open.
  const again = await signIn(context, new URL(page.url()).origin, ana.email);
  await walk(again.page, groupUrl(group), eventUrl(event));
  const phone = await person("ana.phone");
  await signIn(phone.context, new URL(page.url()).origin, ana.email);
  await phone.context.request.post("/api/sign-out", {
    form: { everywhere: "1" },
    headers: { Origin: new URL(page.url()).origin },
  });
  await expect.poll(() => cachedPaths(again.page)).not.toContain("/friends");
});

test("the screens of one person are never shown to another", async ({ person, server }) => {
  const { ana, group, event } = await dinner(person);
  const { page, context } = ana;
  await walk(page, groupUrl(group), eventUrl(event));
  // Another account in the same browser, without logging out.
  const zoe = await signIn(context, server.url, ana.email.replace("ana.silva", "zoe.khan"));
  await controlled(zoe.page, "/friends");
  await kept(zoe.page, "/friends");
  const secrets = [ana.name, "Rowers", "Regatta"];
  expect(await cachedPaths(zoe.page)).not.toContain(eventUrl(event));
  await context.setOffline(true);
  for (const path of [groupUrl(group), eventUrl(event), "/groups"]) {
    await zoe.page.goto(path);
    await offlinePage(zoe.page);
  }
  await zoe.page.goto("/friends");
  await expect(heading(zoe.page, "Your balance")).toBeAttached();
  for (const secret of secrets) expect(await zoe.page.content()).not.toContain(secret);
});

test("a server that is down counts as offline; what was entered is sent when it is back", async ({
  startServer,
  newContext,
  guard,
}) => {
  test.slow();
  guard.allow(/Minified React error|Failed to/);
  guard.allowStatus(500, 503);
  const server = await startServer();
  const sign = async (name: string) =>
    signIn(await newContext({ baseURL: server.url }), server.url, `${name}.offline@demo.test`);
  const { ana, group, event } = await dinner(sign);
  const { page } = ana;
  await walk(page, groupUrl(group), eventUrl(event));
  await server.stop();
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await page.getByRole("link", { name: "Add Expense" }).first().click();
  await enter(page, "Taxi", "12");
  await enter(page, "Pizza", "30");
  await page.getByRole("navigation").getByRole("link", { name: "Account" }).click();
  await offlinePage(page);
  await expect(page.getByText("2 expenses waiting to be sent.")).toBeVisible();
  await page.goBack();
  await server.run();
  await expect(page.getByText("2 expenses added")).toBeVisible();
  const added = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  expect(added.map(({ description }) => description)).toEqual(["Pizza", "Taxi", "Fondue"]);
});

test("a line that never answers opens the kept screens, whose links work; what is entered there is sent later", async ({
  startServer,
  newContext,
}) => {
  test.slow();
  const server = await startServer();
  const sign = async (name: string) =>
    signIn(await newContext({ baseURL: server.url }), server.url, `${name}.frozen@demo.test`);
  const { ana, group, event } = await dinner(sign);
  const { page } = ana;
  await walk(page, groupUrl(group), eventUrl(event));
  const thaw = server.freeze();
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await page.getByRole("link", { name: "Add Expense" }).first().click();
  await expect(page).toHaveURL(`${eventUrl(event)}/add-expense`, { timeout: 10_000 });
  await expect(banner(page)).toBeVisible();
  await enter(page, "Taxi", "12");
  await expect(page.getByText("1 expense waiting to be sent.")).toBeVisible();
  thaw();
  await expect(page.getByText("1 expense added")).toBeVisible({ timeout: 40_000 });
  const added = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  expect(added.map(({ description }) => description)).toEqual(["Taxi", "Fondue"]);
});
