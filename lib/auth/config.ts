import "server-only";
import { ObjectId } from "mongodb";
import type { NextAuthConfig, Profile } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import Google from "next-auth/providers/google";
import { authAdapter } from "./adapter";
import { logSignInFailure } from "./log";
import { shorten, toLine } from "@/lib/core/text";
import { isReassigned } from "@/lib/db/accounts";
import { endSession, getSessionEpoch } from "@/lib/db/sessions";
import { findOrCreateUser, updateProfile } from "@/lib/db/users";
import { demoEmail, demoName, demoSignInAllowed } from "./demo";
import { env } from "@/lib/env";
import { InvalidIdToken, verifyIdToken } from "./id-token";
import { allowedPicture } from "./pictures";
import { authSecrets } from "./secret";
import { IDLE_SECONDS, MAX_AGE_SECONDS, newSession, type Session } from "./session-token";

const MAX_NAME = 120;

/** The address belongs to a user who signed in with a different account of the provider. */
class ReassignedAddress extends Error {
  override name = "ReassignedAddress";
}

/** The sign-in methods available to a request with these headers. None until an operator has configured Google. */
export function signInMethods(headers: Headers): { google: boolean; demo: boolean } {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET } = env();
  return { google: Boolean(AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET), demo: demoSignInAllowed(headers) };
}

/** The complete Auth.js configuration, for the environment and the headers of the current request. */
export function authConfig(headers: Headers): NextAuthConfig {
  const { google, demo } = signInMethods(headers);
  return {
    adapter: authAdapter(),
    providers: [...(google ? [googleProvider()] : []), ...(demo ? [demoProvider()] : [])],
    secret: authSecrets(),
    // Without AUTH_URL, the address is taken from the request (for callbacks in index.ts); Google only redirects to
    // registered addresses.
    trustHost: true,
    session: { strategy: "jwt", maxAge: IDLE_SECONDS },
    pages: { signIn: "/", error: "/", signOut: "/login" },
    logger: { error: logSignInFailure },
    callbacks: {
      /** Refused sign-ins get AccessDenied, which is only logged (spec section 8). */
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
       * Called at sign-in with the claims of the session's token. Anything else gets null and therefore no session:
       * tokens are not read here.
       */
      async jwt({ user, account, profile }) {
        if (!user?.id) return null;
        const id = new ObjectId(user.id);
        if (account?.provider === "google" && profile) await updateProfile(id, fieldsOf(profile));
        return newSession(user.id, await getSessionEpoch(id));
      },
    },
    events: {
      /** Called by Auth.js's own route only. Also ends the session for anyone with a copy of the cookie. */
      async signOut(message) {
        const token = "token" in message ? message.token : null;
        if (token) await endSession(token as unknown as Session, MAX_AGE_SECONDS);
      },
    },
  };
}

function googleProvider() {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET, AUTH_GOOGLE_ISSUER } = env();
  return Google({
    clientId: AUTH_GOOGLE_ID!,
    clientSecret: AUTH_GOOGLE_SECRET!,
    issuer: AUTH_GOOGLE_ISSUER,
    checks: ["pkce", "state", "nonce"],
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
