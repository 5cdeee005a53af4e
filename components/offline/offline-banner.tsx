"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { SESSION_ACTIVE_EVENT } from "@/lib/client/last-write";
import { pluralize } from "@/lib/core/text/pluralize";
import { useCurrentUser } from "@/components/session/current-user";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import { listUnsent, OUTBOX_CHANGED } from "./outbox";
import type { Unsent } from "./unsent";

function subscribe(onChange: () => void) {
  const ended = new AbortController();
  for (const event of ["online", "offline", "storage", OUTBOX_CHANGED])
    window.addEventListener(event, onChange, { signal: ended.signal });
  return () => ended.abort();
}

const load = () => import("./on-demand");

/**
 * Shown while there is no connection, or items that were entered without one are not added yet.
 * @param noun what the items are
 */
export function OfflineBanner({ noun }: { noun: string }) {
  const { id } = useCurrentUser();
  const router = useRouter();
  // As text, because it is compared by identity.
  const state = useSyncExternalStore(
    subscribe,
    () => JSON.stringify([navigator.onLine, ...listUnsent(id)]),
    () => "[true]",
  );
  const [online, ...unsent] = JSON.parse(state) as [boolean, ...Unsent[]];
  const refused = unsent.find(({ refusal }) => refusal);
  const waiting = unsent.filter(({ refusal }) => !refusal).length;

  const [code, setCode] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  const show = !!refused && online;
  useEffect(() => {
    // It may fail: then at the next refusal, or connection.
    if (show) load().then(setCode, () => {});
  }, [show]);

  useEffect(() => {
    let sending = false;
    // A request has succeeded, so there are a connection and a session.
    const send = () => {
      if (sending || !listUnsent(id).some(({ refusal }) => !refusal)) return;
      sending = true;
      void load()
        .then(
          ({ sendUnsent }) => sendUnsent(id),
          () => 0,
        )
        .then((added) => {
          if (added === 0) return;
          toast.success(`${pluralize(added, noun)} added`);
          router.refresh();
        })
        .finally(() => (sending = false));
    };
    window.addEventListener(SESSION_ACTIVE_EVENT, send);
    return () => window.removeEventListener(SESSION_ACTIVE_EVENT, send);
  }, [id, noun, router]);

  return (
    // The live region has to exist before its text changes.
    <div role="status" className="offline-banner">
      {online && waiting === 0 ? null : (
        <p>
          <Icon className="icon-wifi-off size-4" />
          {online ? null : "You're offline. "}
          {waiting > 0
            ? `${pluralize(waiting, noun)} waiting to be sent.`
            : `This page may be out of date, and only new ${noun}s can be saved.`}
        </p>
      )}
      {refused && code ? <code.RefusedItem item={refused} userId={id} /> : null}
    </div>
  );
}
