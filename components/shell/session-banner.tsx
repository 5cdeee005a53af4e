"use client";

import { useEffect, useState } from "react";
import { SESSION_EXPIRED_EVENT } from "@/lib/client/call";
import { SESSION_ACTIVE_EVENT } from "@/lib/client/last-write";
import { useCurrentUser } from "@/components/session/current-user";
import { forgetScreens } from "@/components/session/forget-screens";
import { saveReturnPath } from "@/components/session/return-path";
import { Link } from "@/components/ui/link";

/**
 * Shown when a request was refused because the session has ended, until one succeeds, after signing in in another tab.
 * Its link returns here after signing in. A guest cannot sign in, and needs a new link.
 */
export function SessionBanner() {
  const user = useCurrentUser();
  const [ended, setEnded] = useState(false);

  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    window.addEventListener(
      SESSION_EXPIRED_EVENT,
      () => {
        setEnded(true);
        forgetScreens();
      },
      { signal },
    );
    window.addEventListener(SESSION_ACTIVE_EVENT, () => setEnded(false), { signal });
    return () => unmounted.abort();
  }, []);

  if (!ended) return null;
  if (user.guest) {
    return (
      <p role="alert" className="session-banner">
        Your session has ended. Ask a member of the group for a new link.
      </p>
    );
  }
  return (
    <p role="alert" className="session-banner">
      Please sign in again to continue.
      <Link href="/" onClick={() => saveReturnPath(user.id)}>
        Sign in
      </Link>
    </p>
  );
}
