"use server";

import type { Route } from "next";
import { AuthError } from "next-auth";
import { ObjectId } from "mongodb";
import { refresh } from "next/cache";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { getSession, signIn } from "@/lib/auth";
import { reauthentication, signInMethods } from "@/lib/auth/config";
import { toId } from "@/lib/db/ids";
import { endAllSessions, endSession } from "@/lib/db/sessions";
import { nullOnMissing } from "@/lib/server/errors";
import { requirePageUser } from "@/lib/server/guarded-page";
import { isHttps } from "@/lib/server/http/request-origin";
import { log, logEvent } from "@/lib/server/log";
import { joinPath, LINK_TOKEN, sharedPath } from "@/lib/core/link-paths";
import { LEFT_COOKIE } from "@/lib/core/left-cookie";
import { sessionCookie } from "@/lib/auth/session-token";

// The actions of the sign-in and sign-out forms, which work without JavaScript. Auth.js logs a failure and redirects
// to the entry screen, where the user sees no error (docs/rules.md#sign-in).

const HOME = "/friends";

/** Redirects to Google, and from there to the link or the guest that the form names, or to /friends. */
export async function signInWithGoogle(form: unknown): Promise<void> {
  if (!signInMethods(await headers()).google) redirect("/");
  await signInTo("google", {}, targetOf(form));
}

/** Signs in as the demo person with the form's `email`, like {@link signInWithGoogle}. Exists only in demo mode. */
export async function signInAsDemo(form: unknown): Promise<void> {
  if (!signInMethods(await headers()).demo) redirect("/");
  const email = form instanceof FormData ? form.get("email") : null;
  await signInTo("demo", { email: typeof email === "string" ? email : "" }, targetOf(form));
}

function targetOf(form: unknown): string {
  const field = (name: string) => (form instanceof FormData ? form.get(name) : null);
  const guest = toId(field("claim"));
  if (guest) return `/friends/${guest.toHexString()}/claim`;
  for (const [name, pathOf] of Object.entries({ join: joinPath, shared: sharedPath })) {
    const token = field(name);
    if (typeof token === "string" && LINK_TOKEN.test(token)) return pathOf(token);
  }
  return HOME;
}

/** Asks the user to prove who they are again, and returns to /account with a new session in place of this one. */
export async function signInAgainAction(): Promise<void> {
  const { email } = await requirePageUser();
  const { google } = signInMethods(await headers());
  await signInTo(google ? "google" : "demo", google ? {} : { email }, "/account", reauthentication(email));
}

/** Ends this session, also for anyone with a copy of the cookie. */
export async function signOutAction(): Promise<void> {
  const session = await getSession();
  try {
    if (session) await nullOnMissing(endSession(new ObjectId(session.sub), new ObjectId(session.sid)));
  } catch (error) {
    // During an outage, the user can at least leave this browser.
    log.error({ err: error }, "A session could not be ended.");
  }
  logEvent("signOut", { user: session?.sub });
  await leave(session?.sub);
}

/** Ends all sessions of the user, on all devices. */
export async function signOutEverywhereAction(): Promise<void> {
  const { _id } = await requirePageUser();
  await endAllSessions(_id);
  logEvent("signOutEverywhere", { user: _id.toHexString() });
  await leave(_id.toHexString());
}

/** Ends the session of the user that the form's `id` names, on another device. */
export async function endSessionAction(form: unknown): Promise<void> {
  const { _id } = await requirePageUser();
  const id = form instanceof FormData ? toId(form.get("id")) : null;
  // It may have ended since the screen was rendered.
  if (id) {
    await nullOnMissing(endSession(_id, id));
    logEvent("endSession", { user: _id.toHexString(), id: id.toHexString() });
  }
  refresh();
}

/**
 * Removes the session cookie. /login then clears the browser's local data (docs/rules.md#sign-in) and, during this
 * minute, the drafts of this user.
 */
async function leave(userId?: string): Promise<never> {
  const [jar, at] = [await cookies(), await headers()];
  jar.delete({ name: sessionCookie(at), secure: isHttps(at) });
  if (userId) jar.set(LEFT_COOKIE, userId, { sameSite: "strict", maxAge: 60 });
  redirect("/login");
}

async function signInTo(
  provider: string,
  fields: Record<string, string>,
  redirectTo: string,
  parameters?: Record<string, string>,
): Promise<never> {
  let target = "/";
  try {
    target = await signIn(provider, { ...fields, redirectTo, redirect: false }, parameters);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
  }
  redirect(target as Route);
}
