"use client";

import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { SESSION_ACTIVE_EVENT } from "@/lib/api-client";
import { pluralize } from "@/lib/core/pluralize";
import { useCurrentUser } from "@/components/session/current-user";
import { listUnsent, OUTBOX_CHANGED } from "@/components/forms/outbox";
import { sendUnsent } from "@/components/forms/send-unsent";
import { Icon } from "@/components/ui/icon";

function subscribe(onChange: () => void) {
  const ended = new AbortController();
  for (const event of ["online", "offline", "storage", OUTBOX_CHANGED])
    window.addEventListener(event, onChange, { signal: ended.signal });
  return () => ended.abort();
}

/** Shown while there is no connection, or expenses are waiting for one. */
export function OfflineBanner() {
  const { id } = useCurrentUser();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const unsent = useSyncExternalStore(
    subscribe,
    () => listUnsent(id).length,
    () => 0,
  );
  useOutbox(id);

  return (
    // The live region has to exist before its text changes.
    <div role="status" className="offline-banner">
      {online && unsent === 0 ? null : (
        <p>
          <Icon className="icon-wifi-off size-4" />
          {online ? null : "You're offline. "}
          {unsent > 0
            ? `${pluralize(unsent, "expense")} waiting to be sent.`
            : "This page may be out of date, and changes can't be saved."}
        </p>
      )}
    </div>
  );
}

/** Sends what was entered offline as soon as a call succeeds, which proves that there is a server and a session. */
function useOutbox(userId: string): void {
  const router = useRouter();
  useEffect(() => {
    let sending = false;
    const send = () => {
      if (sending || listUnsent(userId).length === 0) return;
      sending = true;
      void sendUnsent(userId, router).finally(() => (sending = false));
    };
    window.addEventListener(SESSION_ACTIVE_EVENT, send);
    return () => window.removeEventListener(SESSION_ACTIVE_EVENT, send);
  }, [userId, router]);
}
