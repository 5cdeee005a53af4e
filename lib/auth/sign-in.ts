import "server-only";
import { AuthError } from "next-auth";
import { getSessionUser, signIn } from "@/lib/auth";
import { reauthentication, signInMethods } from "@/lib/auth/config";
import { joinPath, LINK_TOKEN, settlePath, sharedPath } from "@/lib/link-paths";
import { toId } from "@/lib/db/ids";
import type { Fields } from "@/lib/server/http/form-post";

const [ENTRY, HOME] = ["/", "/friends"];

/** Where the secrets of links lead. */
const LEADS = { join: joinPath, shared: sharedPath, settle: (token: string) => settlePath(token) };

/**
 * Begins to sign in, with what a form says: Google, or a demo person's `email`, if this server offers them; where that
 * leads, by the secret or the guest that it names; `again`: the user proves once more who they are. Auth.js logs a failure.
 * @returns where the browser goes; for a failure, the entry screen, where it sees no error (docs/rules.md#sign-in)
 */
export async function signInByForm(fields: Fields, headers: Headers): Promise<string> {
  const { google, demo } = signInMethods(headers);
  if (fields["again"]) {
    const user = await getSessionUser();
    if (!user || user.guest) return ENTRY;
    const { email } = user;
    return google
      ? signInTo("google", {}, "/account", reauthentication(email))
      : signInTo("demo", { email }, "/account");
  }
  const email = fields["email"];
  if (email === undefined) return google ? signInTo("google", {}, targetOf(fields)) : ENTRY;
  return demo ? signInTo("demo", { email }, targetOf(fields)) : ENTRY;
}

function targetOf({ claim, ...links }: Fields): string {
  const guest = toId(claim);
  if (guest) return `/friends/${guest.toHexString()}/claim`;
  for (const [name, pathOf] of Object.entries(LEADS)) {
    const token = links[name] ?? "";
    if (LINK_TOKEN.test(token)) return pathOf(token);
  }
  return HOME;
}

async function signInTo(
  provider: "google" | "demo",
  fields: Fields,
  redirectTo: string,
  parameters?: Record<string, string>,
): Promise<string> {
  try {
    return (await signIn(provider, { ...fields, redirectTo, redirect: false }, parameters)) as string;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return ENTRY;
  }
}
