"use client";

import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { SESSION_ACTIVE_EVENT } from "@/lib/api-client";
import { pluralize } from "@/lib/core/pluralize";
import { useCurrentUser } from "@/components/session/current-user";
import { editPath, listUnsent, OUTBOX_CHANGED, removeUnsent, type Unsent } from "@/components/forms/outbox";
import { sendUnsent } from "@/components/forms/send-unsent";
import { focusOnce } from "@/components/ui/focus-once";
import { Icon } from "@/components/ui/icon";

function subscribe(onChange: () => void) {
  const ended = new AbortController();
  for (const event of ["online", "offline", "storage", OUTBOX_CHANGED])
    window.addEventListener(event, onChange, { signal: ended.signal });
  return () => ended.abort();
}

/** Before the button goes, its focus moves to the page. */
const returnFocus = (button: HTMLElement | null) => () => {
  const main = document.getElementById("main");
  if (main && document.activeElement === button) focusOnce(main, { preventScroll: true });
};

/** Shown while there is no connection, or expenses that were entered without one are not added yet. */
export function OfflineBanner() {
  const { id } = useCurrentUser();
  const router = useRouter();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  // As text, because it is compared by identity.
  const outbox = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(listUnsent(id)),
    () => "[]",
  );
  const unsent = JSON.parse(outbox) as Unsent[];
  const refused = unsent.find(({ refusal }) => refusal);
  const waiting = unsent.filter(({ refusal }) => !refusal).length;

  useEffect(() => {
    let sending = false;
    // A call has succeeded, so there are a connection and a session.
    const send = () => {
      if (sending) return;
      sending = true;
      void sendUnsent(id)
        .then((added) => added && router.refresh())
        .finally(() => (sending = false));
    };
    window.addEventListener(SESSION_ACTIVE_EVENT, send);
    return () => window.removeEventListener(SESSION_ACTIVE_EVENT, send);
  }, [id, router]);

  return (
    // The live region has to exist before its text changes.
    <div role="status" className="offline-banner">
      {online && waiting === 0 ? null : (
        <p>
          <Icon className="icon-wifi-off size-4" />
          {online ? null : "You're offline. "}
          {waiting > 0
            ? `${pluralize(waiting, "expense")} waiting to be sent.`
            : "This page may be out of date, and only new expenses can be saved."}
        </p>
      )}
      {refused ? (
        <p>
          <span>
            “<bdi>{refused.title}</bdi>” was not added. {refused.refusal}
          </span>
          <button type="button" onClick={() => router.push(editPath(refused))}>
            Edit
          </button>
          <button ref={returnFocus} type="button" onClick={() => removeUnsent(id, refused)}>
            Discard
          </button>
        </p>
      ) : null}
    </div>
  );
}
