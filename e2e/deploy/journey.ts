import { type BrowserContext, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { type Actor, signedIn } from "../support/actor";
import { newAccount } from "../support/google";
import type { GoogleStandIn } from "../support/google-stand-in";
import { eventIn, eventUrl, groupOf } from "../support/world";

// The journey that every way of running the application has to pass: sign in, split a dinner, settle it.

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

/** Two people sign in through the screens, split a dinner of $30.00, and settle it. */
export async function settlesADinner(
  newContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
  url: string,
  signIn: SignIn,
): Promise<void> {
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
}
