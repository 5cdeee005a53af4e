import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { DemoSignIn } from "@/components/entry/demo-sign-in";
import { EntryScreen } from "@/components/entry/entry-screen";
import { GoogleButton } from "@/components/entry/google-button";
import { NotConfigured } from "@/components/entry/not-configured";
import { getSessionUser } from "@/lib/auth";
import { signInAsDemo, signInWithGoogle } from "@/lib/auth/actions";
import { signInMethods } from "@/lib/auth/config";
import { env } from "@/lib/env";
import { people } from "@/lib/seed/people";

/** The content of `/` and `/login`. Redirects signed-in users to /friends. */
export async function EntryPage({ message }: { message?: ReactNode }) {
  if (await getSessionUser()) redirect("/friends");
  const { google, demo } = signInMethods(await headers());
  return (
    <EntryScreen sideBySide={demo} message={message}>
      {google ? (
        <form action={signInWithGoogle}>
          <GoogleButton />
        </form>
      ) : null}
      {demo ? <DemoSignIn people={people} action={signInAsDemo} /> : null}
      {!google && !demo ? <NotConfigured demoPossible={env().demoPossible} /> : null}
    </EntryScreen>
  );
}
