import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { EntryScreen } from "@/components/entry/entry-screen";
import { getSessionUser } from "@/lib/auth";
import { homeOf } from "@/lib/server/guarded-page";
import { signInMethods } from "@/lib/auth/config";
import { SignInForms } from "./sign-in-forms";

/** The content of `/` and `/login`. Redirects signed-in users to /friends. */
export async function EntryPage({ message }: { message?: ReactNode }) {
  const user = await getSessionUser();
  if (user) redirect(homeOf(user));
  const { demo } = signInMethods(await headers());
  return (
    <EntryScreen sideBySide={demo} message={message}>
      <SignInForms />
    </EntryScreen>
  );
}
