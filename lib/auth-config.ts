import "server-only";
import { ObjectId } from "mongodb";
import type { NextAuthConfig, Profile, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import Google from "next-auth/providers/google";
import { authAdapter } from "@/lib/auth-adapter";
import { logSignInFailure } from "@/lib/auth-log";
import { shorten, toLine } from "@/lib/core/text";
import { findOrCreateUser, updateProfile } from "@/lib/db/users";
import { demoEmail, demoName } from "@/lib/demo";
import { env } from "@/lib/env";
import { InvalidIdToken, verifyIdToken } from "@/lib/id-token";
import { authSecret } from "@/lib/secret";
import { sessionUserOf } from "@/lib/session-user";

const DAY = 24 * 60 * 60;
const LONGEST_NAME = 120;

/** How people can sign in here; none of them where an operator has not configured Google yet. */
export function signInMethods(): { google: boolean; demo: boolean } {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET, demo } = env();
  return { google: Boolean(AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET), demo };
}

/** The whole configuration of Auth.js, from the environment; made at each request, never while building. */
export function authConfig(): NextAuthConfig {
  const { google, demo } = signInMethods();
  return {
    adapter: authAdapter(),
    providers: [...(google ? [googleProvider()] : []), ...(demo ? [demoProvider()] : [])],
    secret: authSecret(),
    // Without AUTH_URL the address is the request's own; Google only ever returns to addresses registered there.
    trustHost: true,
    session: { strategy: "jwt", maxAge: 30 * DAY },
    pages: { signIn: "/", error: "/", signOut: "/login" },
    logger: { error: logSignInFailure },
    callbacks: {
      /** Whoever is not let in gets AccessDenied, which is only logged (spec section 8). */
      async signIn({ account, profile }) {
        if (account?.provider !== "google") return true;
        const { AUTH_GOOGLE_ISSUER: issuer, AUTH_GOOGLE_ID: clientId = "" } = env();
        const identity = await verifyIdToken(account.id_token, { issuer, clientId });
        if (identity.sub !== account.providerAccountId || identity.email !== profile?.email?.toLowerCase()) {
          throw new InvalidIdToken("it is about somebody else");
        }
        return true;
      },
      /** At sign-in: what the session carries. Afterwards: the same again, or null for a token that is none of ours. */
      async jwt({ token, user, account, profile }) {
        if (!user) return sessionUserOf(token) ? token : null;
        const current = account?.provider === "google" && profile ? await refresh(user, profile) : user;
        const { id = "", email } = user;
        return { sub: id, id, name: current.name ?? "", email: email ?? "", picture: current.image ?? "" };
      },
      session({ session, token }) {
        const user = sessionUserOf(token);
        return user ? { ...session, user } : session;
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
    profile: (claims) => ({ id: claims.sub, email: claims.email, ...nameAndPicture(claims) }),
    // The provider's tokens are used once, to sign in, and not kept.
    account: () => ({}),
    // Safe here: the one provider vouches for the address (signIn above refuses any other), so whoever arrives with
    // it owns it. It lets people in whose Google account was made anew, or who were copied from another database.
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

/** Signing in is how one changes one's own name and picture (design section 4). */
async function refresh(user: User, profile: Profile): Promise<Pick<User, "name" | "image">> {
  const { name, image } = nameAndPicture(profile);
  return updateProfile(new ObjectId(user.id), { name, image: image ?? undefined });
}

/** What we take from the provider's claims: a name that is never blank, and a picture only over https. */
function nameAndPicture(claims: Profile): { name: string; image: string | null } {
  const given = shorten(toLine(claims.name ?? ""), LONGEST_NAME);
  const picture = typeof claims.picture === "string" ? claims.picture : "";
  return {
    name: given || toLine(claims.email?.split("@")[0] ?? "") || "Someone",
    image: picture.startsWith("https://") ? picture : null,
  };
}
