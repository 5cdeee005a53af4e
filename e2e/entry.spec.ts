import type { Page } from "@playwright/test";
import { expectAccessible } from "./a11y";
import { signIn } from "./actor";
import { expect, test } from "./fixtures";

// The entry screen, the guard in front of all others, and what the browser keeps (spec sections 2 to 4).

const ID = "64b000000000000000000001";
const GUARDED = [
  "/friends",
  `/friends/${ID}`,
  "/add-friend",
  "/requests",
  "/groups",
  "/create-group",
  `/groups/${ID}`,
  `/groups/${ID}/edit`,
  `/groups/${ID}/add-event`,
  `/groups/${ID}/create-event`,
  `/groups/${ID}/events/${ID}`,
  `/groups/${ID}/events/${ID}/add-expense`,
  `/groups/${ID}/events/${ID}/expenses/${ID}`,
  `/groups/${ID}/events/${ID}/edit-expense/${ID}`,
  `/groups/${ID}/events/${ID}/edit`,
  "/account",
];

test("every guarded screen sends somebody who is not signed in to the entry screen", async ({
  page,
  server,
}) => {
  for (const path of GUARDED) {
    await page.goto(path);
    expect(page.url(), path).toBe(`${server.url}/`);
  }
  await expect(page.getByRole("heading", { level: 1, name: "Evenly" })).toBeVisible();
  for (const path of GUARDED) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], path).toEqual([307, "/"]);
  }
});

const KEPT = ["user", "friendRequests", "groupRequests"];
const stored = (page: Page) =>
  page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), KEPT) as Promise<(string | null)[]>;

test("a demo person signs in with a tap, and signs out", async ({ page, server, guard }) => {
  guard.allowStatus(401);
  await page.goto("/");
  await page.getByRole("button", { name: "Ben Carter" }).click();
  await expect(page).toHaveURL(`${server.url}/friends`);
  await expect
    .poll(async () => JSON.parse((await stored(page))[0] ?? "{}") as unknown)
    .toMatchObject({
      name: "Ben Carter",
      email: "ben.carter@demo.test",
    });
  await page.goto("/account");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(`${server.url}/login`);
  await expect(page.getByText("You have signed out.")).toBeVisible();
  await expect.poll(() => stored(page)).toEqual([null, null, null]);
  await page.goBack();
  await expect(page, "the screen behind is gone").toHaveURL(`${server.url}/`);
});

test("anybody at demo.test is somebody, with scripts switched off too", async ({ newContext, server }) => {
  const page = await (await newContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/");
  await page.getByText("Somebody else").click();
  await page.getByLabel("Address").fill("zoe.van.dijk@demo.test");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/friends`);
  await page.goto("/account");
  await expect(page.getByText("Welcome Zoe!")).toBeVisible();
});

test("a corrupt stored user is replaced while signed in, and removed while not", async ({
  person,
  newContext,
}) => {
  const ana = await person("ana");
  await ana.page.goto("/groups");
  await ana.page.evaluate(() => localStorage.setItem("user", "{not json"));
  await ana.page.reload();
  await expect.poll(async () => (await stored(ana.page))[0]).toContain(ana.id);

  const page = await (await newContext()).newPage();
  await page.addInitScript(() => localStorage.setItem("user", '{"_id":7}'));
  await page.goto("/");
  await expect.poll(async () => (await stored(page))[0]).toBeNull();
});

test("signing out in one tab signs the other one out", async ({ person, server, guard }) => {
  guard.allowStatus(401);
  const ana = await person("ana");
  await ana.page.goto("/groups");
  await expect.poll(async () => (await stored(ana.page))[0]).toContain(ana.id);
  const other = await ana.context.newPage();
  await other.goto("/account");
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other).toHaveURL(`${server.url}/login`);
  await expect(ana.page).toHaveURL(`${server.url}/`);
});

test("a request that one tab learns of shows in the other, without a reload", async ({ person, server }) => {
  const [ana, ben] = [await person("ana"), await person("ben")];
  await ana.page.goto("/groups");
  const dot = ana.page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /1 friend request/ });
  await expect(dot).toHaveCount(0);
  await ben.post("/api/users/friends/request", { to: ana.id, from: ben.id });
  const other = await ana.context.newPage();
  await other.goto(`${server.url}/account`);
  await expect(other.getByText("You have 1 request")).toBeVisible();
  await expect(dot).toBeVisible();
});

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";
/** What TypeScript's DOM does not declare. */
type LayoutShift = { value: number; sources: { node: Node | null }[] };
const BANNER = "Google Login may not work in this browser.";

const inApp: [string, string][] = [
  ["Instagram", `${IPHONE} Mobile/15E148 Instagram 320.0.0.0`],
  ["Facebook", `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.0]`],
  ["TikTok", `${ANDROID} Chrome/122.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6`],
  ["LinkedIn", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29`],
  ["WeChat", `${ANDROID} Chrome/122.0 Mobile Safari/537.36 MicroMessenger/8.0.47`],
  ["a bare web view", `${ANDROID} Chrome/122.0 Mobile Safari/537.36`],
];

test("in-app browsers get the warning, and nothing moves when it comes", async ({ newContext }) => {
  for (const [label, userAgent] of inApp) {
    const page = await (await newContext({ userAgent, viewport: { width: 360, height: 740 } })).newPage();
    await page.addInitScript(() => {
      const shifts: unknown[] = ((window as unknown as { shifts: unknown[] }).shifts = []);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
          if (entry.value < 0.02) continue;
          shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.textContent ?? node?.nodeName)]);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/");
    await expect(page.getByText(BANNER), label).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: BANNER }), label).toContainText("regular browser");
    expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts), label).toEqual([]);
    await page.close();
  }
});

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`the warning is accessible and covers nothing for good (${width} px, ${colorScheme})`, async ({
      newContext,
    }) => {
      const userAgent = inApp[0]?.[1] ?? "";
      const page = await (
        await newContext({ userAgent, colorScheme, viewport: { width, height } })
      ).newPage();
      await page.goto("/login");
      await expect(page.getByText(BANNER)).toBeVisible();
      await expectAccessible(page, "the entry screen in an in-app browser");
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const [last, banner] = [
        page.getByText("Somebody else"),
        page.getByRole("alert").filter({ hasText: BANNER }),
      ];
      const [lastBox, bannerBox] = [await last.boundingBox(), await banner.boundingBox()];
      expect(lastBox!.y + lastBox!.height).toBeLessThanOrEqual(bannerBox!.y);
    });
  }
}

test("regular browsers get no warning", async ({ newContext }) => {
  for (const userAgent of [undefined, `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`]) {
    const page = await (await newContext(userAgent ? { userAgent } : {})).newPage();
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    await expect(page.getByText(BANNER)).toHaveCount(0);
  }
});

test("/login leads whoever is signed in on, and whoever is not finds the guard", async ({
  newContext,
  server,
}) => {
  const { page, context } = await signIn(await newContext(), server.url, "ola.nord@demo.test");
  await page.goto(`${server.url}/login`);
  await expect(page).toHaveURL(`${server.url}/friends`);
  await context.clearCookies();
  await page.goto(`${server.url}/groups`);
  await expect(page).toHaveURL(`${server.url}/`);
});
