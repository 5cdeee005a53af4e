import { headers } from "next/headers";
import { DemoSignIn } from "@/components/sign-in/demo-sign-in";
import { GoogleButton } from "@/components/sign-in/google-button";
import { GoogleMark } from "@/components/sign-in/google-mark";
import { NotConfigured } from "@/components/sign-in/not-configured";
import { PostForm } from "@/components/ui/post-form";
import { signInMethods } from "@/lib/auth/config";
import { env } from "@/lib/env";
import { people } from "@/lib/seed/people";

/** Where signing in leads; default: home. */
type Target = {
  /** To the invite link with this secret. */
  join?: string;
  /** To what the link with this secret shows. */
  shared?: string;
  /** To where the people of the shared statement with this secret settle. */
  settle?: string;
  /** To claiming this guest. */
  claim?: string;
};

/** The sign-in methods of this server, as forms. */
export async function SignInForms(to: Target) {
  const { google, demo } = signInMethods(await headers());
  const leads = Object.keys(to).length > 0;
  return (
    <>
      {google ? (
        <PostForm action="/api/sign-in" fields={to}>
          <GoogleButton label={leads ? "Continue with Google" : undefined} mark={<GoogleMark />} />
        </PostForm>
      ) : null}
      {demo ? <DemoSignIn people={people} target={to} /> : null}
      {!google && !demo ? <NotConfigured demoPossible={env().demoPossible} /> : null}
    </>
  );
}
