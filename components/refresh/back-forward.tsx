"use client";

import type { Route } from "next";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useRef } from "react";
import { openedFrom } from "@/components/ui/opened-from";

// On back and forward, Next.js shows its cached copy of a screen, however old, and has no option to turn that off.
// This component navigates like a link instead: the current screen stays until the server has rendered the other one.

/** The last scroll position of each screen, by path. */
const positions = new Map<string, number>();

/** The target path of a back or forward step, until its screen is shown. */
let returningTo: string | null = null;

function restorePosition() {
  if (returningTo === location.pathname) window.scrollTo(0, positions.get(returningTo) ?? 0);
}

/**
 * In the root layout, because listeners of the window are called in the order in which they were added, and those of
 * Next.js are added right after its first effects.
 */
export function BackForward() {
  const router = useRouter();
  const shown = usePathname();
  const shownRef = useRef(shown);

  useLayoutEffect(() => {
    if (shownRef.current !== shown) openedFrom.current = returningTo === shown ? null : shownRef.current;
    shownRef.current = shown;
    if (returningTo === shown) return restorePosition();
    returningTo = null;
    positions.set(shown, 0);
  }, [shown]);

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener(
      "popstate",
      (event) => {
        const { pathname, search } = location;
        // A jump within the page needs no request. Offline, the cached copy is better than nothing.
        if (!navigator.onLine || (event.state === null && pathname === shownRef.current)) return;
        event.stopImmediatePropagation();
        returningTo = pathname;
        router.replace((pathname + search) as Route, { scroll: false });
      },
      { signal, capture: true },
    );
    const notePosition = () => {
      // During the step, the browser clamps the position to the height that has loaded so far.
      if (returningTo === null) positions.set(shownRef.current, window.scrollY);
    };
    window.addEventListener("scroll", notePosition, { signal, passive: true });
    // Otherwise the browser would scroll the screen that is still shown. On a reload, it restores the position
    // itself.
    history.scrollRestoration = "manual";
    window.addEventListener("pagehide", () => (history.scrollRestoration = "auto"), { signal });
    return () => {
      ended.abort();
      history.scrollRestoration = "auto";
    };
  }, [router]);

  return null;
}

/**
 * Restores the scroll position after back or forward. Every screen has it, after the content that the position depends
 * on.
 */
export function RestorePosition() {
  useLayoutEffect(() => {
    restorePosition();
    returningTo = null;
  }, []);
  return null;
}
