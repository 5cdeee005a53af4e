"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { SESSION_EXPIRED_EVENT } from "@/lib/client/call";
import { SESSION_ACTIVE_EVENT } from "@/lib/client/last-write";
import { pluralize } from "@/lib/core/text/pluralize";
import { useCurrentUser } from "@/components/session/current-user";
import { asOf } from "@/components/session/kept-screens";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import { disableWrites } from "./disable-writes";
import { listUnsent } from "./outbox";
import { useUnsent } from "./use-unsent";

function subscribe(onChange: () => void) {
  const ended = new AbortController();
  const { dataset } = document.documentElement;
  const on = (event: string, note?: () => void) =>
    window.addEventListener(event, () => (note?.(), onChange()), { signal: ended.signal });
  on("online");
  on("offline", () => (dataset.asOf ??= String(Date.now())));
  // The server has responded.
  for (const event of [SESSION_ACTIVE_EVENT, SESSION_EXPIRED_EVENT]) on(event, () => delete dataset.asOf);
  return () => ended.abort();
}

const OFFLINE = "You're offline. ";

/** `10:32 AM`; of another day, `Nov 27, 10:32 AM`. */
function timeOf(at: number): string {
  const day = { month: "short", day: "numeric" } as const;
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const time = { hour: "numeric", minute: "2-digit", ...(!isToday && day) } as const;
  return new Date(at).toLocaleString("en-US", time);
}

const load = () => import("./on-demand");

/**
 * Shown while there is no connection, or items that were entered without one are not added yet.
 * @param noun what the items are
 */
export function OfflineBanner({ noun }: { noun: string }) {
  const { id } = useCurrentUser();
  const router = useRouter();
  const unsent = useUnsent();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !asOf(),
    () => true,
  );
  const since = useSyncExternalStore(subscribe, asOf, () => undefined);
  const refused = unsent.find(({ refusal }) => refusal);
  const waiting = unsent.filter(({ refusal }) => !refusal).length;

  const [code, setCode] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  const show = !!refused && online;
  useEffect(() => {
    // It may fail: then at the next refusal, or connection.
    if (show) load().then(setCode, () => {});
  }, [show]);

  const reason = `Only new ${noun}s can be saved.`;
  const stale = since !== undefined;
  useEffect(() => (stale ? disableWrites(`${OFFLINE}${reason}`) : undefined), [stale, reason]);

  useEffect(() => {
    let sending = false;
    // A request has succeeded, so there are a connection and a session.
    const send = () => {
      if (sending || !listUnsent(id).some(({ refusal }) => !refusal)) return;
      sending = true;
      void load()
        .then(
          ({ sendUnsent }) => sendUnsent(id, noun),
          () => "",
        )
        .then((added) => {
          if (!added) return;
          toast.success(added);
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
          {online ? null : OFFLINE}
          {waiting > 0 ? `${pluralize(waiting, noun)} waiting to be sent.` : reason}
          {since ? ` As of ${timeOf(Number(since))}.` : null}
        </p>
      )}
      {refused && code ? <code.RefusedItem item={refused} userId={id} /> : null}
    </div>
  );
}
