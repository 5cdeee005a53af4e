"use client";

import { useEffect, useState } from "react";
import { SESSION_EXPIRED_EVENT } from "@/lib/api-client";
import { useCurrentUser } from "@/components/session/current-user";
import { saveReturnPath } from "@/components/forms/form-draft";
import { Link } from "@/components/ui/link";

/** Shown when a call was refused because the session has ended. Its link returns here after signing in. */
export function SessionBanner() {
  const user = useCurrentUser();
  const [ended, setEnded] = useState(false);

  useEffect(() => {
    const end = () => setEnded(true);
    window.addEventListener(SESSION_EXPIRED_EVENT, end);
    return () => window.removeEventListener(SESSION_EXPIRED_EVENT, end);
  }, []);

  if (!ended) return null;
  return (
    <p role="alert" className="session-banner">
      Please sign in again to continue.
      <Link
        href="/"
        onClick={() => saveReturnPath(user.id, location.pathname)}
        className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
      >
        Sign in
      </Link>
    </p>
  );
}
