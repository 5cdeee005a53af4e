import "server-only";
import { ObjectId } from "mongodb";
import type { NextAuthConfig, Profile } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import Google from "next-auth/providers/google";
import { authAdapter } from "./adapter";
import { logSignInFailure } from "./log";
import { matchesHost } from "@/lib/core/matches-host";
import { MAX_NAME } from "@/lib/core/people";
import { shorten, toLine } from "@/lib/core/text/text";
import { isReassigned } from "@/lib/db/account";
import { beginSession, claimOf, endSession } from "@/lib/db/account/sessions";
import { findOrCreateUser, updateProfile } from "@/lib/db/people";
import { demoEmail, demoName, demoSignInAllowed } from "./demo";
import { deviceName } from "./device";
import { env, GOOGLE_ISSUER } from "@/lib/env";
import { nullOnMissing } from "@/lib/errors";
import { logEvent } from "@/lib/log";
import { isHttps } from "@/lib/server/http/request-origin";
import { InvalidIdToken, verifyIdToken } from "./id-token";
import { continuePush } from "./push-device";
import { authSecrets } from "./secret";
import {
  cookieName,
  endOf,
  IDLE_SECONDS,
  MAX_AGE_SECONDS,
  newSession,
  readSession,
  type RequestCookies,
  type Session,
  sessionCookie,
} from "./session-token";

/** The address belongs to a user who signed in with a different account of the provider. */
class ReassignedAddress extends Error {
  override name = "ReassignedAddress";
}

/** The sign-in methods available to a request with these headers. None until an operator has configured Google. */
export function signInMethods(headers: Headers): { google: boolean; demo: boolean } {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET } = env();
  return { google: Boolean(AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET), demo: demoSignInAllowed(headers) };
}

/**
 * The parameters with which a provider has the user prove again who they are. Google refuses the standard value; the
 * most it offers is to choose the account again.
 */
export function reauthentication(email: string): Record<string, string> {
  const prompt = env().AUTH_GOOGLE_ISSUER === GOOGLE_ISSUER ? "select_account" : "login";
  return { prompt, max_age: "0", login_hint: email };
}

/** The complete Auth.js configuration, for the environment, the headers, and the cookies of the current request. */
export function authConfig(headers: Headers, cookies: RequestCookies): NextAuthConfig {
  const { google, demo } = signInMethods(headers);
  const cookie = (name: string) => ({ name: cookieName(headers, name) });
  return {
    adapter: authAdapter(),
    providers: [...(google ? [googleProvider()] : []), ...(demo ? [demoProvider()] : [])],
    secret: authSecrets(),
    // Without AUTH_URL, the address is taken from the request (for callbacks in index.ts); Google only redirects to
    // registered addresses.
    trustHost: true,
    session: { strategy: "jwt", maxAge: IDLE_SECONDS },
    useSecureCookies: isHttps(headers),
    cookies: {
      sessionToken: cookie("session-token"),
      callbackUrl: cookie("callback-url"),
      csrfToken: cookie("csrf-token"),
      pkceCodeVerifier: cookie("pkce.code_verifier"),
      state: cookie("state"),
      nonce: cookie("nonce"),
    },
    pages: { signIn: "/", error: "/", signOut: "/login" },
    logger: { error: logSignInFailure },
    callbacks: {
      /** Refused sign-ins get AccessDenied, which is only logged (docs/rules.md#sign-in). */
      async signIn({ account, profile }) {
        if (account?.provider !== "google") return true;
        const { AUTH_GOOGLE_ISSUER: issuer, AUTH_GOOGLE_ID: clientId = "" } = env();
        const identity = await verifyIdToken(account.id_token, { issuer, clientId });
        if (identity.sub !== account.providerAccountId || identity.email !== profile?.email?.toLowerCase()) {
          throw new InvalidIdToken("it is about another user");
        }
        if (await isReassigned(account, identity.email)) {
          throw new ReassignedAddress("the email address belongs to a user with another account");
        }
        return true;
      },
      /**
       * Called at sign-in; returns the claims of the new session's token. Anything else gets null and therefore no
       * session: tokens are not read here.
       */
      async jwt({ user, account, profile }) {
        if (!user?.id) return null;
        const id = new ObjectId(user.id);
        const verified = account?.provider === "google" ? profile : undefined;
        if (verified) await updateProfile(id, fieldsOf(verified));
        const device = deviceName(headers.get("user-agent"));
        // The new cookie replaces the one of this session.
        const before = await readSession(cookies, sessionCookie(headers));
        const [now, claim] = [new Date(), before ? await claimOf(before) : {}];
        const session = await beginSession(id, device, endOf({ since: now.getTime() / 1000 }), now, claim);
        await continuePush(cookies, headers, id, session);
        logEvent("signIn", { user: user.id, provider: account?.provider });
        if (before) await endIfOpen(before);
        return newSession(user.id, session.toHexString(), authTimeOf(verified));
      },
    },
    events: {
      /** Called by Auth.js's own route only. Also ends the session for anyone with a copy of the cookie. */
      async signOut(message) {
        const token = "token" in message ? message.token : null;
        if (!token) return;
        await endIfOpen(token as unknown as Session);
        logEvent("signOut", { user: (token as unknown as Session).sub });
      },
    },
  };
}

/** Ends a session that may have ended already. */
export async function endIfOpen({ sub, sid }: Pick<Session, "sub" | "sid">): Promise<void> {
  await nullOnMissing(endSession(new ObjectId(sub), new ObjectId(sid)));
}

/** When the user proved to the provider who they are, in seconds since 1970, if it says so. */
function authTimeOf(claims: Profile | undefined): number | undefined {
  const time = claims?.["auth_time"];
  return typeof time === "number" ? time : undefined;
}

function googleProvider() {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET, AUTH_GOOGLE_ISSUER } = env();
  return Google({
    clientId: AUTH_GOOGLE_ID!,
    clientSecret: AUTH_GOOGLE_SECRET!,
    issuer: AUTH_GOOGLE_ISSUER,
    checks: ["pkce", "state", "nonce"],
    // If asked with max_age, a provider says when the user proved who they are. Google ignores it.
    authorization: { params: { max_age: String(MAX_AGE_SECONDS) } },
    profile: (claims) => ({ id: claims.sub, ...fieldsOf(claims) }),
    // The provider's tokens are used once, at sign-in, and not stored.
    account: () => ({}),
    // Safe here: the only provider verifies addresses, and a user who signed in with another account keeps it (signIn
    // above). It admits users who were copied from another database without their accounts.
    allowDangerousEmailAccountLinking: true,
  });
}

function demoProvider() {
  return Credentials({
    id: "demo",
    name: "Demo",
    credentials: { email: { label: "Email", type: "email" } },
    async authorize({ email: input }) {
      const email = demoEmail(input);
      if (!email) return null;
      const user = await findOrCreateUser({ email, name: demoName(email), image: null });
      return { id: user._id.toHexString(), name: user.name, email: user.email, image: user.image };
    },
  });
}

/** The fields taken from the provider's claims: a name that is never blank, and a picture on the provider's hosts. */
function fieldsOf(claims: Profile): { name: string; email: string; image: string | null } {
  const given = shorten(toLine(claims.name ?? ""), MAX_NAME);
  // The callback signIn refuses claims without an address.
  const email = claims.email ?? "";
  return {
    name: given || toLine(email.split("@")[0] ?? "") || "Someone",
    email,
    image: allowedPicture(claims.picture),
  };
}

const MAX_PICTURE_URL = 2048;

/** The picture's normalized URL, or null. Allowed: https, the hosts of PICTURE_HOSTS, limited length. */
export function allowedPicture(url: unknown): string | null {
  if (typeof url !== "string" || url.length > MAX_PICTURE_URL || !URL.canParse(url)) return null;
  const { protocol, host, username, password } = new URL(url);
  if (protocol !== "https:" || username || password) return null;
  return env().PICTURE_HOSTS.some((pattern) => matchesHost(host, pattern)) ? url : null;
}
