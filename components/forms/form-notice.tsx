"use client";

import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useCurrentUser } from "@/components/current-user";
import type { FormProblem } from "./check-form";
import { saveDraft } from "./form-draft";

/**
 * The problem of a form as a whole, in red and announced. Where the session has ended it leads to signing in
 * again, and `values` are kept until the person is back.
 */
export function FormNotice({ problem, values }: { problem: FormProblem | null; values: unknown }) {
  const user = useCurrentUser();
  if (!problem) return null;
  if (!problem.sessionExpired) return <Notice tone="error">{problem.message}</Notice>;
  return (
    <Notice
      tone="error"
      title="Your session has ended."
      action={
        <ButtonLink
          href="/"
          variant="secondary"
          onClick={() => saveDraft(user.id, location.pathname, values)}
        >
          Sign in again
        </ButtonLink>
      }
    >
      What you typed is kept: you come back here.
    </Notice>
  );
}
