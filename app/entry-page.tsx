import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { WaitForMember } from "@/components/guests/wait-for-member";
import { PasteLink } from "@/components/sign-in/paste-link";
import { EntryScreen } from "@/components/sign-in/entry-screen";
import { Sentence } from "@/components/ui/bdi";
import { getSession, getSessionUser } from "@/lib/auth";
import { endedGuest } from "@/lib/views/guests";
import { homeOf } from "@/lib/server/guarded-page";
import { signInMethods } from "@/lib/auth/config";
import { SignInForms } from "./sign-in-forms";

/** The content of `/` and `/login`. Redirects signed-in users to /friends; tells guests that their session has ended. */
export async function EntryPage({ message }: { message?: ReactNode }) {
  const user = await getSessionUser();
  if (user) redirect(homeOf(user));
  const { demo } = signInMethods(await headers());
  const session = message ? null : await getSession();
  const ended = session && (await endedGuest(session));
  return (
    <EntryScreen sideBySide={demo} message={ended ? <Sentence>{ended.message}</Sentence> : message}>
      {ended?.waits ? <WaitForMember /> : null}
      <SignInForms />
      <PasteLink />
    </EntryScreen>
  );
}
