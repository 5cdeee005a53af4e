import { type BrowserContext, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { type Actor, signedIn } from "../support/actor";
import { newAccount } from "../support/google";
import type { GoogleStandIn } from "../support/google-stand-in";
import { guardedScreens, OPEN_SCREENS, type Screen } from "../support/screens";
import { eventIn, eventUrl, expenseIn, groupOf } from "../support/world";

// What every way of running the application has to pass: sign in, split a dinner, settle it, and open every screen.

type NewContext = (options: BrowserContextOptions) => Promise<BrowserContext>;

/** From the entry screen to /friends, as this person. */
type SignIn = (page: Page, name: string) => Promise<void>;

export const withDemoPeople: SignIn = async (page, name) => {
  await page.getByText("Someone else").click();
  await page.getByLabel("Address").fill(`${name}@demo.test`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

export const withGoogle =
  (provider: GoogleStandIn): SignIn =>
  async (page, name) => {
    const { email } = newAccount(provider, { name });
    await page.getByRole("button", { name: "Sign in with Google" }).click();
    await page.getByRole("button", { name: email, exact: true }).click();
  };

/** Two people sign in through the screens, split a dinner of $30.00, and settle it. @returns the first, and the dinner */
export async function settlesADinner(newContext: NewContext, url: string, signIn: SignIn) {
  const enter = async (name: string): Promise<Actor> => {
    const context = await newContext({ baseURL: url });
    const page = await context.newPage();
    await page.goto("/");
    await signIn(page, name);
    await page.waitForURL("**/friends");
    return signedIn(context, url, page);
  };
  const rita = await enter("rita.dinner");
  const tom = await enter("tom.dinner");
  const event = await eventIn(await groupOf(rita, [tom]), rita);

  const { page } = rita;
  await page.goto(eventUrl(event));
  await page.getByRole("link", { name: "Add Expense" }).click();
  await page.getByLabel("Description").fill("Pasta and wine");
  await page.getByLabel("Amount").fill("30");
  await page.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByRole("heading", { name: "Total Expenses: $30.00" })).toBeVisible();

  await tom.page.goto(eventUrl(event));
  const balance = tom.page.getByRole("region", { name: "Balance", exact: true });
  await expect(balance).toContainText("$15.00");
  await balance.getByRole("button", { name: "Settle" }).click();
  // Until the server has answered, the screen is ahead of it.
  await expect(tom.page.getByRole("button", { name: "Unsettle" })).toBeEnabled();
  await page.goto("/friends");
  await expect(page.getByText("You are all set!")).toBeVisible();
  return { rita, event };
}

/** The same, then every screen, before and after signing in. The test has to allow the status 404. */
export async function passesTheJourney(newContext: NewContext, url: string, signIn: SignIn): Promise<void> {
  const { rita, event } = await settlesADinner(newContext, url, signIn);
  // An open payment, which a screen explains.
  await expenseIn(event, rita, "Breakfast", 12);
  const stranger = await (await newContext({ baseURL: url })).newPage();
  await openEach(stranger, OPEN_SCREENS);
  const screens = await guardedScreens(rita);
  await openEach(rita.page, screens);
  // Drawn with files that the build has to contain.
  const { path } = screens.find(({ name }) => name === "shared")!;
  const picture = await stranger.request.get(`${path}/picture`);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect((await picture.body()).length).toBeGreaterThan(20_000);
}

async function openEach(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { name, path } of screens) {
    const response = await page.goto(path, { waitUntil: "networkidle" });
    expect(response?.status(), path).toBe(["gone", "not-found"].includes(name) ? 404 : 200);
    await expect(page.getByRole("heading").first(), path).toBeVisible();
  }
}
