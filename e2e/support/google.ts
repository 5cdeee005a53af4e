import type { Page } from "@playwright/test";
import { expect, test as base } from "./fixtures";
import { CLIENT, GoogleStandIn, type ProviderAccount } from "./google-stand-in";
import { AppServer } from "./server";

// A server with Google sign-in, where a local OpenID provider plays Google's role.

export type Google = { app: AppServer; provider: GoogleStandIn };

/** Another address of the server. */
export const numericUrl = ({ url }: AppServer) => url.replace("localhost", "127.0.0.1");

export const test = base.extend<object, { google: Google }>({
  google: [
    async ({}, use) => {
      const provider = await GoogleStandIn.start();
      const app = await AppServer.start({
        AUTH_GOOGLE_ID: CLIENT.id,
        AUTH_GOOGLE_SECRET: CLIENT.secret,
        AUTH_GOOGLE_ISSUER: provider.issuer,
      });
      await provider.serve(app.url, numericUrl(app));
      await use({ app, provider });
      await app.dispose();
      await provider.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

let accounts = 0;

/** An account at the provider that nothing else in the run uses. */
export function newAccount(provider: GoogleStandIn, change: Partial<ProviderAccount> = {}): ProviderAccount {
  accounts += 1;
  const sub = `${process.pid}-${accounts}`;
  const account = {
    sub,
    email: `Ana.${sub}@Example.org`,
    email_verified: true,
    name: "Ana Almeida",
    ...change,
  };
  provider.account(account);
  return account;
}

/** From the entry screen to the provider; signs in as `account`, or cancels. */
export async function chooseAccount(
  page: Page,
  { app, provider }: Google,
  account: ProviderAccount | "Cancel",
  url = app.url,
) {
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await page.waitForURL(`${provider.issuer}/interaction/*`);
  await page
    .getByRole("button", { name: account === "Cancel" ? account : account.email, exact: true })
    .click();
}

export { expect };
