"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { RESPONSE_LOST_EVENT, call, changes, isOutdated, pathOf, sinceOwnWrite } from "@/lib/client/call";
import { GENERIC_MESSAGE } from "@/lib/core/text/generic-message";
import { useCurrentUser } from "@/components/session/current-user";
import { asOf, keepScreen } from "@/components/session/kept-screens";
import { reloadRequestLists } from "@/components/shell/use-request-counts";
import { focusOnce } from "@/components/ui/focus-once";
import { toast } from "@/components/ui/toast";
import { SETTLEMENTS_CHANGED } from "./settlements-changed";

/** Milliseconds until a visible screen asks again whether something has changed: every 3 seconds … */
const POLL = 2_500;
/** … and after a second failure, without a response, or if nobody has touched the screen … */
const SLOW_POLL = 30_000;
/** … for so long. */
const UNTOUCHED = 300_000;

/** Nothing moves during a touch, and so shortly after it: a second tap must hit what the user sees. */
const FINGER = 1_000;

/** Events within this many milliseconds cause one refresh. */
const PAUSE = 2_000;

/**
 * What a refresh could lose, because it becomes a full reload after a deployment, or if it fails: such as a file that was
 * chosen. While it is shown, nothing refreshes the screen by itself.
 */
const KEEP = "[data-keep-screen]";

/** Where the screen waits as it is: open dialogs and menus, form screens, and fields that are being filled in. */
const OPEN = `dialog[open], :is(:popover-open), main > form:not([role=search]), ${KEEP}`;
const TYPING = ":is(input:not([type=checkbox], [type=radio], [type=range]), textarea):focus";

/** The revision of the latest rendering. */
let shown = "";

/**
 * Notes what the screen shows, and keeps it on the device. Part of each screen, because layouts are not rendered again on
 * navigation.
 */
export function ShownRevision({ revision }: { revision: string }) {
  const path = usePathname();
  const { mutate } = useSWRConfig();
  useLayoutEffect(() => {
    // The list beside the screen, if there is one.
    if (shown && shown !== revision) void mutate(pathOf("GET /api/users/overview"));
    shown = revision;
  });
  useEffect(() => keepScreen(revision), [revision, path]);
  return null;
}

/** How many changes a screen does not show, in words. */
function newsOf(latest: string): string {
  const [writes, rest] = latest.split("-");
  const [writesShown, restShown] = shown.split("-");
  const count = Number(writes) - Number(writesShown);
  // Not only writes: a request, or a group that has come with its whole past, or is gone.
  return rest === restShown && count > 0 ? `${count} new` : "New";
}

/**
 * Keeps the screen current: refreshes it on focus, on reconnect, when settlements change, after a write in another
 * tab, after a change without a response, and when somebody else has changed something (docs/rules.md#screens). The latter
 * waits behind a button while the user has scrolled or is typing.
 */
export function KeepCurrent() {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const { guest: groupId } = useCurrentUser();
  const [news, setNews] = useState("");
  const showNews = useRef<() => void>(undefined);

  // Ends together with SWR's cache, which must not be used afterwards. Other effects end later.
  useLayoutEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let askedAt = -Infinity;
    let timer: ReturnType<typeof setTimeout>;
    let touchedAt = Date.now();
    let isTouching = false;
    let failed = false;
    let pollAt = Date.now() + POLL;
    /** The server's revision, and the one for which the screen was refreshed, which some screens do not note. */
    let latest = "";
    let refreshed = "";

    // A phone in the middle of a table is only looked at.
    const isUntouched = () => Date.now() - touchedAt > UNTOUCHED && !document.querySelector("[data-live]");

    /** @returns false if that failed */
    async function ask(): Promise<boolean> {
      if (document.hidden || !navigator.onLine || document.querySelector(KEEP)) return true;
      askedAt = Date.now();
      refreshed = latest;
      // A failed refresh replaces the screen, including typed text; a failed request does not, so the requests go
      // first.
      const answered = groupId
        ? // Guests have no requests. If their group is gone, the screen says so.
          call("GET /api/groups/{groupId}", { params: { groupId } }).then(() => true, isOutdated)
        : reloadRequestLists(mutate);
      void mutate(pathOf("GET /api/users/activity/new"));
      const isAnswered = await answered;
      if (!isAnswered) latest = refreshed = "";
      else if (!signal.aborted) router.refresh();
      return isAnswered;
    }

    async function poll() {
      // Without a response, which may never come.
      pollAt = Date.now() + SLOW_POLL;
      const response = await call("GET /api/users/revision").catch(() => null);
      if (response) latest = response.revision;
      pollAt = Date.now() + (isUntouched() || (failed && !response && !asOf()) ? SLOW_POLL : POLL);
      failed = !response;
    }

    async function tick() {
      if (document.hidden) return;
      if (!navigator.onLine) return setNews("");
      if (Date.now() >= pollAt) await poll();
      // The user's own change is no news: its screen is on the way.
      if (signal.aborted || sinceOwnWrite() < POLL) return;
      const isNew = latest && latest !== shown && latest !== refreshed;
      const open = document.querySelector(OPEN);
      const waits = window.scrollY > 0 || document.querySelector(TYPING);
      setNews(isNew && waits && !open ? newsOf(latest) : "");
      if (isNew && !waits && !open && !isTouching && Date.now() - touchedAt > FINGER) void ask();
    }
    showNews.current = () => {
      window.scrollTo(0, 0);
      focusOnce(document.getElementById("main")!, { preventScroll: true });
      void ask().then((isAnswered) => void (isAnswered ? tick() : toast.error(GENERIC_MESSAGE)));
    };

    function touch() {
      if (isUntouched()) pollAt = Date.now();
      touchedAt = Date.now();
    }

    function askSoon() {
      touch();
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), Math.max(0, askedAt + PAUSE - Date.now()));
    }

    const heartbeat = setInterval(() => void tick(), 1_000);
    const early = { signal, capture: true, passive: true };
    for (const type of ["keydown", "scroll"]) window.addEventListener(type, touch, early);
    for (const type of ["pointerdown", "pointerup", "pointercancel"])
      window.addEventListener(
        type,
        () => {
          isTouching = type === "pointerdown";
          touch();
        },
        early,
      );
    window.addEventListener("focus", askSoon, { signal });
    window.addEventListener("online", askSoon, { signal });
    window.addEventListener(RESPONSE_LOST_EVENT, askSoon, { signal });
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

  return (
    <div aria-live="polite">
      {news ? (
        <button
          type="button"
          className="fixed top-[calc(var(--top-bar)+0.5rem)] left-1/2 z-20 min-h-11 -translate-x-1/2 animate-rise rounded-full bg-brand px-5 font-bold text-on-brand tabular-nums shadow-lift hover:bg-brand-strong print:hidden"
          onClick={() => showNews.current?.()}
        >
          {news}
        </button>
      ) : null}
    </div>
  );
}
