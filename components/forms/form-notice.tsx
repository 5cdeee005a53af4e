"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { useCurrentUser } from "@/components/session/current-user";
import type { FormProblem } from "./check-form";
import { saveReturnPath } from "@/components/session/return-path";
import { Sentence } from "@/components/ui/bdi";

export type FormNoticeProps = {
  problem: FormProblem | null;
  /** An action that can solve the problem; not shown if the session has ended. */
  action?: ReactNode;
  /** What to do after signing in in another tab, on a screen that cannot be restored. */
  unsaved?: string | undefined;
};

/**
 * The problem of a form as a whole, in red, announced, and scrolled into view. If the session has ended, it links to
 * sign-in, or tells a guest who has a new link.
 */
export function FormNotice({ problem, action, unsaved }: FormNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The submit button is at the bottom of a phone's screen, possibly far from the form's end.
    if (problem) ref.current?.scrollIntoView?.({ block: "nearest" });
  }, [problem]);

  if (!problem) return null;
  return (
    <div ref={ref} data-session-ended={problem.sessionExpired || undefined}>
      {problem.sessionExpired ? (
        <SessionEnded unsaved={unsaved} />
      ) : (
        <Notice tone="error" action={action}>
          <Sentence>{problem.message}</Sentence>
        </Notice>
      )}
    </div>
  );
}

function SessionEnded({ unsaved }: Pick<FormNoticeProps, "unsaved">) {
  const { id, guest } = useCurrentUser();
  const link = unsaved ? { target: "_blank" } : { onClick: () => saveReturnPath(id) };
  const signIn = (
    <ButtonLink href="/" variant="secondary" {...link}>
      Sign in again
    </ButtonLink>
  );
  const next = guest
    ? "Your changes are saved. Ask a member of the group for a new link."
    : (unsaved ?? "Your changes are saved. You'll return here after signing in.");
  return (
    <Notice tone="error" title="Your session has ended." action={guest ? null : signIn}>
      {next}
    </Notice>
  );
}
