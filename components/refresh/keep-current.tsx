"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { ANSWER_LOST_EVENT, call, changes, isOutdated } from "@/lib/client/call";
import { useCurrentUser } from "@/components/session/current-user";
import { reloadRequestLists } from "@/components/shell/use-request-counts";
import { SETTLEMENTS_CHANGED } from "./settlements-changed";

/** The refresh interval of a visible screen, in milliseconds. */
const HEARTBEAT = 60_000;

/** Events within this many milliseconds cause one refresh. */
const PAUSE = 2_000;

/**
 * Keeps the screen current: refreshes it on focus, on reconnect, when settlements change, after a write in another
 * tab, after a change without an answer, and once a minute while it is visible.
 */
export function KeepCurrent() {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const { guest: groupId } = useCurrentUser();

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let askedAt = -Infinity;
    let timer: ReturnType<typeof setTimeout>;

    async function ask() {
      if (document.hidden || !navigator.onLine) return;
      askedAt = Date.now();
      // A failed refresh replaces the screen, including typed text; a failed call does not, so the calls go first.
      const answered = groupId
        ? // Guests have no requests. If their group is gone, the screen says so.
          call("GET /api/groups/{groupId}", { params: { groupId } }).then(() => true, isOutdated)
        : reloadRequestLists(mutate);
      if ((await answered) && !signal.aborted) router.refresh();
    }

    function askSoon() {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), Math.max(0, askedAt + PAUSE - Date.now()));
    }

    const heartbeat = setInterval(askSoon, HEARTBEAT);
    window.addEventListener("focus", askSoon, { signal });
    window.addEventListener("online", askSoon, { signal });
    window.addEventListener(ANSWER_LOST_EVENT, askSoon, { signal });
    window.addEventListener("pageshow", ({ persisted }) => persisted && askSoon(), { signal });
    document.addEventListener("visibilitychange", askSoon, { signal });
    changes?.addEventListener("message", askSoon, { signal });
    window.addEventListener(SETTLEMENTS_CHANGED, () => router.refresh(), { signal });
    return () => {
      ended.abort();
      clearTimeout(timer);
      clearInterval(heartbeat);
    };
  }, [router, mutate, groupId]);

  return null;
}
