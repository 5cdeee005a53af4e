"use server";

import type { Route } from "next";
import { AuthError } from "next-auth";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { signIn } from "@/lib/auth";
import { signInMethods } from "./config";
import { endAllSessions, endSession } from "@/lib/db/sessions";
import { requirePageUser } from "@/lib/guarded-page";
import { LEFT_COOKIE } from "@/lib/core/left-cookie";
import { MAX_AGE_SECONDS, readSession, SESSION_COOKIES } from "./session-token";

// The actions of the sign-in and sign-out forms, which work without JavaScript. Auth.js logs a failure and redirects
// to the entry screen, where the user sees no error (spec section 8).

const HOME = "/friends";

/** Redirects to Google, and from there to /friends. */
export async function signInWithGoogle(): Promise<void> {
  if (!signInMethods(await headers()).google) redirect("/");
  await signInTo("google", {});
}

/** Signs in as the demo person with the form's `email`. Exists only in demo mode. */
export async function signInAsDemo(form: unknown): Promise<void> {
  if (!signInMethods(await headers()).demo) redirect("/");
  const email = form instanceof FormData ? form.get("email") : null;
  await signInTo("demo", { email: typeof email === "string" ? email : "" });
}

/** Ends this session, also for anyone with a copy of the cookie. */
export async function signOutAction(): Promise<void> {
  const session = await readSession(await cookies());
  try {
    if (session) await endSession(session, MAX_AGE_SECONDS);
  } catch (error) {
    // During an outage, the user can at least leave this browser.
    console.error("A session could not be ended.", error);
  }
  await leave(session?.sub);
}

/** Ends all sessions of the user, on all devices. */
export async function signOutEverywhereAction(): Promise<void> {
  const { _id } = await requirePageUser();
  await endAllSessions(_id);
  await leave(_id.toHexString());
}

/**
 * Removes the session cookie, under both names: Auth.js would leave the one from before the site was on https. /login
 * then clears the browser's local data (spec section 4) and, during this minute, the drafts of this user.
 */
async function leave(userId?: string): Promise<never> {
  const jar = await cookies();
  for (const name of SESSION_COOKIES) jar.delete({ name, secure: name.startsWith("__Secure-") });
  if (userId) jar.set(LEFT_COOKIE, userId, { path: "/login", sameSite: "strict", maxAge: 60 });
  redirect("/login");
}

async function signInTo(provider: string, fields: Record<string, string>): Promise<never> {
  let target = "/";
  try {
    target = await signIn(provider, { ...fields, redirectTo: HOME, redirect: false });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
  }
  redirect(target as Route);
}
