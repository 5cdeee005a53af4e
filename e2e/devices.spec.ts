import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { decode, encode } from "next-auth/jwt";
import { demoSignIn, signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { chooseAccount, newAccount, test as googleTest } from "./support/google";
import type { AppServer } from "./support/server";

// The devices on which someone is signed in, and what asks for a recent sign-in.

const COOKIE = "authjs.session-token";

/** Makes the browser's session one whose sign-in was eleven minutes ago. */
async function age(context: BrowserContext, { dataDir, url }: AppServer): Promise<void> {
  const secret = (await readFile(join(dataDir, "secret"), "utf8")).trim();
  const token = (await context.cookies()).find(({ name }) => name === COOKIE)!.value;
  const claims = (await decode({ token, secret, salt: COOKIE })) as Record<string, number>;
  const aged = { ...claims, auth_time: claims["auth_time"]! - 11 * 60 };
  const value = await encode({ token: aged, secret, salt: COOKIE, maxAge: 3600 });
  await context.addCookies([{ name: COOKIE, value, url }]);
}

test("signing in ends the browser's old session, also for a copy of its cookie", async ({
  person,
  newContext,
  server,
  guard,
}) => {
  guard.allowStatus(401);
  const { context, email } = await person("ana.silva");
  const thief = await newContext({ baseURL: server.url });
  await thief.addCookies(await context.cookies());
  const stolen = async () => (await thief.request.get("/api/groups")).status();
  expect(await stolen()).toBe(200);
  await demoSignIn(context.request, server.url, email);
  expect(await stolen()).toBe(401);
  expect((await context.request.get(`${server.url}/api/groups`)).status()).toBe(200);
});

for (const javaScriptEnabled of [true, false]) {
  test(`another device is listed, and signed out at once (scripts: ${javaScriptEnabled})`, async ({
    person,
    newContext,
    server,
    guard,
  }) => {
    guard.allowStatus(401);
    const { page, email } = await person("ana.silva", { javaScriptEnabled });
    const userAgent =
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36";
    const phone = await signIn(await newContext({ baseURL: server.url, userAgent }), server.url, email);
    await page.goto("/account");
    const devices = page.getByRole("region", { name: "Your devices (2)" });
    await expect(devices.getByRole("listitem").first()).toContainText("This device");
    await expect(devices.getByRole("listitem").nth(1)).toContainText("Chrome on Android");
    await devices.getByRole("button", { name: "Log out Chrome on Android" }).click();
    await expect(page.getByRole("region", { name: "Your devices (1)" })).toBeVisible();
    expect((await phone.fetch("GET", "/api/groups")).status()).toBe(401);
    await page.reload();
    await expect(page.getByRole("region", { name: "Your devices (1)" })).toContainText("This device");
  });
}

test("the data and the deletion of the account ask for a sign-in within ten minutes", async ({
  person,
  server,
  guard,
}) => {
  guard.allowStatus(403);
  const ana = await person("ana.silva");
  const { context, page } = ana;
  await page.goto("/account");
  await expect(page.getByRole("link", { name: "Download my data (JSON)" })).toBeVisible();
  await age(context, server);
  for (const [method, path] of [
    ["GET", "/api/account/export"],
    ["GET", "/api/account/expenses.csv"],
    ["DELETE", "/api/account"],
  ] as const) {
    const response = await ana.fetch(method, path);
    expect([response.status(), await response.json()]).toMatchObject([403, { code: "sign-in-again" }]);
  }
  // The open screen finds out when it is used.
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Please sign in again first.")).toBeVisible();
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByRole("link", { name: "Download my data (JSON)" })).toBeVisible();
  await expect(page).toHaveURL("/account");
  expect((await ana.fetch("GET", "/api/account/export")).status()).toBe(200);
});

googleTest("with Google, signing in again asks the provider, and leads back", async ({ page, google }) => {
  const account = newAccount(google.provider);
  await chooseAccount(page, google, account);
  await page.waitForURL(`${google.app.url}/friends`);
  await age(page.context(), google.app);
  await page.goto(`${google.app.url}/account`);
  await expect(page.getByRole("button", { name: "Delete my account" })).toHaveCount(0);
  const request = page.waitForRequest((sent) => sent.url().startsWith(`${google.provider.issuer}/auth?`));
  await page.getByRole("button", { name: "Sign in again" }).click();
  const asked = new URL((await request).url()).searchParams;
  expect([asked.get("prompt"), asked.get("max_age"), asked.get("login_hint")]).toEqual([
    "login",
    "0",
    account.email.toLowerCase(),
  ]);
  await page.waitForURL(`${google.provider.issuer}/interaction/*`);
  await page.getByRole("button", { name: account.email, exact: true }).click();
  await page.waitForURL(`${google.app.url}/account`);
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
});

googleTest("an earlier sign-in at the provider is not a recent one", async ({ page, google }) => {
  google.provider.signedInMinutesAgo = 11;
  try {
    await chooseAccount(page, google, newAccount(google.provider));
    await page.waitForURL(`${google.app.url}/friends`);
  } finally {
    google.provider.signedInMinutesAgo = 0;
  }
  expect((await page.context().request.get(`${google.app.url}/api/account/export`)).status()).toBe(403);
});

test("over https, every cookie is for this host only, and no other session cookie counts", async ({
  startServer,
}) => {
  const { url } = await startServer({
    AUTH_URL: "https://evenly.example",
    AUTH_TRUST_HOST: "true",
    DEMO: "1",
  });
  const proxied = { "x-forwarded-host": "evenly.example", "x-forwarded-proto": "https" };
  const csrf = await fetch(`${url}/api/auth/csrf`, { headers: proxied });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const pairs = (response: Response) => response.headers.getSetCookie().map((line) => line.split(";")[0]!);
  const signedIn = await fetch(`${url}/api/auth/callback/demo`, {
    method: "POST",
    headers: { ...proxied, cookie: pairs(csrf).join("; "), origin: "https://evenly.example" },
    body: new URLSearchParams({ csrfToken, email: "ana.silva@demo.test" }),
    redirect: "manual",
  });
  for (const line of [...csrf.headers.getSetCookie(), ...signedIn.headers.getSetCookie()]) {
    expect(line).toMatch(/^__Host-authjs\.[\w.-]+=.*; Path=\/;.*HttpOnly.*Secure/i);
    expect(line).not.toMatch(/domain=/i);
  }
  const cookie = pairs(signedIn).find((pair) => pair.startsWith("__Host-authjs.session-token="))!;
  const status = async (sent: string) =>
    (await fetch(`${url}/api/groups`, { headers: { ...proxied, cookie: sent } })).status;
  expect(await status(cookie)).toBe(200);
  expect(await status(cookie.replace("__Host-", "__Secure-"))).toBe(401);
  expect(await status(cookie.replace("__Host-", ""))).toBe(401);
  const { headers } = await fetch(url, { headers: proxied });
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
});

test("security.txt says where to report a vulnerability", async ({ server }) => {
  const response = await fetch(`${server.url}/.well-known/security.txt`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await response.text()).toMatch(/^Contact: mailto:security@localhost\nExpires: \d{4}-/);
});
