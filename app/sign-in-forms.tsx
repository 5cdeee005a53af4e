import { headers } from "next/headers";
import { DemoSignIn } from "@/components/entry/demo-sign-in";
import { GoogleButton } from "@/components/entry/google-button";
import { NotConfigured } from "@/components/entry/not-configured";
import { signInAsDemo, signInWithGoogle } from "./session-actions";
import { signInMethods } from "@/lib/auth/config";
import { env } from "@/lib/server/env";
import { people } from "@/lib/seed/people";

/** Where signing in leads; default: home. */
type Target = {
  /** To the invite link with this secret. */
  join?: string;
  /** To what the link with this secret shows. */
  shared?: string;
  /** To what this guest has, which becomes the account's. */
  claim?: string;
};

/** The sign-in methods of this server, as forms. */
export async function SignInForms(to: Target) {
  const { google, demo } = signInMethods(await headers());
  const [name] = Object.keys(to);
  const target = name ? <input type="hidden" name={name} value={to[name as keyof Target]} /> : null;
  return (
    <>
      {google ? (
        <form action={signInWithGoogle}>
          {target}
          <GoogleButton label={name ? "Continue with Google" : undefined} />
        </form>
      ) : null}
      {demo ? <DemoSignIn people={people} action={signInAsDemo} target={target} /> : null}
      {!google && !demo ? <NotConfigured demoPossible={env().demoPossible} /> : null}
    </>
  );
}
