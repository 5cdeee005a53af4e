import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "./support/a11y";
import { signedIn } from "./support/actor";
import { chooseAccount, expect, newAccount, numericUrl, test, type Google } from "./support/google";
import type { AppServer } from "./support/server";

// Signing in through an OpenID provider, on the same code path as with Google (docs/rules.md#sign-in).

/** A login failure is only logged; the user sees the entry screen and can try again. */
async function expectRefused(page: Page, { app }: Google) {
  await expect(page.getByRole("heading", { level: 1, name: "Evenly" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  await expect(page.getByRole("button", { name: "Sign in with Google" })).toBeEnabled();
  await expect(page.getByText(/error|fail|denied|wrong/i)).toHaveCount(0);
  await expectNobody(page.context(), app);
}

async function expectNobody(context: BrowserContext, app: AppServer) {
  const session = await context.request.get(`${app.url}/api/auth/session`);
  expect(await session.json()).toBeNull();
  expect((await context.request.get(`${app.url}/api/groups`)).status()).toBe(401);
}

/** How often the server has logged a refused sign-in so far. */
const failures = async (app: AppServer) =>
  (await readFile(app.logFile, "utf8")).split("Login Failed").length - 1;

test.describe("Google sign-in", () => {
  test.use({ baseURL: async ({ google }, use) => use(google.app.url) });

  test("leads to the friends screen; logging out clears the stored data", async ({ page, google }) => {
    const account = newAccount(google.provider);
    const request = page.waitForRequest((sent) => sent.url().startsWith(`${google.provider.issuer}/auth?`));
    await chooseAccount(page, google, account);
    await page.waitForURL(`${google.app.url}/friends`);
    const asked = new URL((await request).url()).searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    for (const check of ["code_challenge", "state", "nonce"]) expect(asked.get(check), check).toBeTruthy();

    const { id } = await signedIn(page.context(), google.app.url, page);
    const email = account.email.toLowerCase();
    const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "null") as unknown);
    await expect.poll(stored).toEqual({ _id: id, name: "Ana Almeida", email, picture: "" });

    await page.goto(google.app.url);
    await expect(page, "signed-in users are redirected").toHaveURL(`${google.app.url}/friends`);

    await page.goto(`${google.app.url}/account`);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${google.app.url}/login`);
    await expect(page.getByText("You have signed out.")).toBeVisible();
    const left = () =>
      page.evaluate(() =>
        ["user", "friendRequests", "groupRequests"].map((key) => localStorage.getItem(key)),
      );
    await expect.poll(left).toEqual([null, null, null]);
    await page.goto(`${google.app.url}/friends`);
    await expect(page).toHaveURL(`${google.app.url}/`);
    await expectNobody(page.context(), google.app);
  });

  test("finds the same user again, with their current name", async ({ newContext, google }) => {
    const account = newAccount(google.provider);
    const enter = async () => {
      const page = await (await newContext()).newPage();
      await chooseAccount(page, google, account);
      await page.waitForURL(`${google.app.url}/friends`);
      return signedIn(page.context(), google.app.url, page);
    };
    const first = await enter();
    google.provider.account({ ...account, name: "Ana de Almeida" });
    const again = await enter();
    expect([again.id, again.name]).toEqual([first.id, "Ana de Almeida"]);
  });

  test("refuses a new person to whom the provider reassigned another account's address", async ({
    newContext,
    page,
    google,
  }) => {
    const account = newAccount(google.provider);
    const owner = await (await newContext()).newPage();
    await chooseAccount(owner, google, account);
    await owner.waitForURL(`${google.app.url}/friends`);
    const before = await failures(google.app);
    await chooseAccount(page, google, newAccount(google.provider, { email: account.email.toUpperCase() }));
    await expectRefused(page, google);
    expect(await failures(google.app)).toBe(before + 1);
    expect(await readFile(google.app.logFile, "utf8")).toContain("belongs to a user with another account");
  });

  test("works at any address of the server, without AUTH_URL", async ({ page, google }) => {
    const url = numericUrl(google.app);
    await chooseAccount(page, google, newAccount(google.provider), url);
    await page.waitForURL(`${url}/friends`);
    await expect(page.getByRole("link", { name: "Account" })).toBeVisible();
  });

  test("works without JavaScript", async ({ newContext, google }) => {
    const page = await (await newContext({ javaScriptEnabled: false })).newPage();
    await chooseAccount(page, google, newAccount(google.provider));
    await page.waitForURL(`${google.app.url}/friends`);
    await expect(page.getByRole("link", { name: "Account" })).toBeVisible();
  });

  test("refuses an ID token that the provider did not sign", async ({ page, google }) => {
    const before = await failures(google.app);
    google.provider.forging = true;
    try {
      await chooseAccount(page, google, newAccount(google.provider));
      await expectRefused(page, google);
    } finally {
      google.provider.forging = false;
    }
    expect(await failures(google.app)).toBe(before + 1);
    expect(await readFile(google.app.logFile, "utf8")).toContain("signature verification failed");
  });

  test("refuses an address that the provider has not verified", async ({ page, google }) => {
    const before = await failures(google.app);
    await chooseAccount(page, google, newAccount(google.provider, { email_verified: false }));
    await expectRefused(page, google);
    expect(await failures(google.app)).toBe(before + 1);
  });

  test("refuses a used callback, in the same browser and in another", async ({
    page,
    newContext,
    guard,
    google,
  }) => {
    // The screen behind the first sign-in sends another request when its session ends.
    guard.allowStatus(401);
    const callback = page.waitForRequest((sent) => sent.url().includes("/api/auth/callback/google?"));
    await chooseAccount(page, google, newAccount(google.provider));
    await page.waitForURL(`${google.app.url}/friends`);
    const used = (await callback).url();
    await page.context().clearCookies({ name: "authjs.session-token" });
    for (const thief of [page, await (await newContext()).newPage()]) {
      await thief.goto(used);
      await expectRefused(thief, google);
    }
  });

  test("handles cancellation", async ({ page, google }) => {
    const before = await failures(google.app);
    await chooseAccount(page, google, "Cancel");
    await expectRefused(page, google);
    expect(await failures(google.app)).toBe(before + 1);
  });

  test("is the only sign-in method: there is no demo sign-in", async ({ page, google }) => {
    await page.goto(google.app.url);
    await expect(page.getByText("Try it as…")).toHaveCount(0);
    const button = await page.getByRole("button", { name: "Sign in with Google" }).boundingBox();
    expect([button?.width, (button?.height ?? 0) >= 44]).toEqual([200, true]);
    await expectAccessible(page, "the entry screen with Google");
    const { request } = page.context();
    const csrf = (await (await request.get(`${google.app.url}/api/auth/csrf`)).json()) as {
      csrfToken: string;
    };
    await request.post(`${google.app.url}/api/auth/callback/demo`, {
      form: { csrfToken: csrf.csrfToken, email: "ana.silva@demo.test" },
      maxRedirects: 0,
    });
    await expectNobody(page.context(), google.app);
    const providers = await request.get(`${google.app.url}/api/auth/providers`);
    expect(Object.keys((await providers.json()) as object)).toEqual(["google"]);
  });
});
