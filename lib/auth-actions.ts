"use server";

import type { Route } from "next";
import { AuthError } from "next-auth";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signIn, signOut } from "@/lib/auth";
import { signInMethods } from "@/lib/auth-config";
import { endAllSessions } from "@/lib/db/sessions";
import { requirePageUser } from "@/lib/page";

// Forms submit to these, with or without JavaScript. A failure is logged by Auth.js and leads back to the entry
// screen, where the person sees nothing broken (spec section 8).

const HOME = "/friends";

/** Sends the person to Google, and from there to /friends. */
export async function signInWithGoogle(): Promise<void> {
  if (!signInMethods(await headers()).google) redirect("/");
  await signInTo("google", {});
}

/** Signs in as the demo person of the form's `email`; exists only in demo mode. */
export async function signInAsDemo(form: FormData): Promise<void> {
  if (!signInMethods(await headers()).demo) redirect("/");
  await signInTo("demo", { email: String(form.get("email") ?? "") });
}

/** Ends this session; /login then clears what the browser keeps (spec section 4). */
export async function signOutAction(): Promise<void> {
  await signOut({ redirectTo: "/login" });
}

/** Ends every session of the person, on all their devices. */
export async function signOutEverywhereAction(): Promise<void> {
  const { _id } = await requirePageUser();
  await endAllSessions(_id);
  await signOut({ redirectTo: "/login" });
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
