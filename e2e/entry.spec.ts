import { readdirSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import type { Page } from "@playwright/test";
import { signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";

// The entry screen, the guard of all other screens, and the browser's data (docs/rules.md#screens).

const ID = "64b000000000000000000001";
/** The paths of all pages in app/(signed-in). */
const GUARDED = readdirSync("app/(signed-in)", { recursive: true, encoding: "utf8" })
  .filter((file) => basename(file) === "page.tsx")
  .map(
    (file) =>
      `/${dirname(file)
        .replaceAll(sep, "/")
        .replace(/\[\w+\]/g, ID)}`,
  );

test("every guarded screen redirects to the entry screen without a session", async ({ page, server }) => {
  expect(GUARDED.length).toBeGreaterThan(20);
  for (const path of GUARDED) {
    await page.goto(path);
    expect(page.url(), path).toBe(`${server.url}/`);
  }
  await expect(page.getByRole("heading", { level: 1, name: "Evenly" })).toBeVisible();
  for (const path of GUARDED) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect([response.status(), response.headers().location], path).toEqual([307, "/"]);
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
  await expect(page.getByText("Try it as…")).toBeVisible();
  await expect.poll(() => stored(page)).toEqual([null, null, null]);
  await page.goBack();
  await expect(page, "the screen behind is gone").toHaveURL(`${server.url}/`);
});

test("any address at demo.test can sign in, even without JavaScript", async ({ newContext, server }) => {
  const page = await (await newContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/");
  await page.getByText("Someone else").click();
  await page.getByLabel("Address").fill("zoe.van.dijk@demo.test");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/friends`);
  await page.goto("/account");
  await expect(page.getByText("Welcome Zoe!")).toBeVisible();
});

test("signing out in one tab signs the other out", async ({ person, server, guard }) => {
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

test("a request that one tab learns of appears in the other, without a reload", async ({
  person,
  server,
}) => {
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

test("/login redirects signed-in users, and others are guarded", async ({ newContext, server, guard }) => {
  // Requests that were pending when the session ended.
  guard.allowStatus(401);
  const { page, context } = await signIn(await newContext(), server.url, "ola.nord@demo.test");
  await page.goto(`${server.url}/login`);
  await expect(page).toHaveURL(`${server.url}/friends`);
  await context.clearCookies();
  await page.goto(`${server.url}/groups`);
  await expect(page).toHaveURL(`${server.url}/`);
});
