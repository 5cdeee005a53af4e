"use client";

import { createContext, use, useState, type ReactNode } from "react";
import { AnswersContext, newAnswers } from "@/lib/client/answers";
import type { SessionUser } from "@/lib/core/session-user";

const Context = createContext<SessionUser | null>(null);

/** Provides the signed-in user to all guarded screens, and answers of their own. */
export function CurrentUserProvider({ user, children }: { user: SessionUser; children: ReactNode }) {
  return (
    // Another user's screens start anew: a dialog or a typed text must not become theirs.
    <Context key={user.id} value={user}>
      <OwnAnswers>{children}</OwnAnswers>
    </Context>
  );
}

function OwnAnswers({ children }: { children: ReactNode }) {
  const [answers] = useState(newAnswers);
  return <AnswersContext value={answers}>{children}</AnswersContext>;
}

/** Returns the signed-in user. @throws Error outside of the guarded screens */
export function useCurrentUser(): SessionUser {
  const user = use(Context);
  if (!user) throw new Error("useCurrentUser needs a CurrentUserProvider around it");
  return user;
}
