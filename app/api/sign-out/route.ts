import { signOut, signOutEverywhere } from "@/lib/auth/sign-out";
import { formHandler } from "@/lib/server/http/public-handler";

/** The forms that log out: here, `everywhere`, or after the account was `deleted`. No rate limit applies. */
export const POST = formHandler("/account", async ({ everywhere, deleted }) => {
  await (everywhere ? signOutEverywhere() : signOut());
  return deleted ? "/login?deleted=1" : "/login";
});
