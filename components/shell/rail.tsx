"use client";

import { useEffect, useState, useSyncExternalStore, type ComponentType } from "react";

/** As wide as the breakpoint `xl`. */
const WIDE = "(min-width: 80rem)";

function subscribe(onChange: () => void) {
  const query = matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/**
 * The place of the groups and friends beside each screen, if the window is wide enough. The style sheet reserves it, so
 * that nothing moves. Narrower windows load neither its code nor its data.
 */
export function Rail() {
  const wide = useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  );
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(() => {
    // Without a connection, it stays empty.
    if (wide)
      import("./rail-list").then(
        ({ RailList }) => setList(() => RailList),
        () => {},
      );
  }, [wide]);
  return (
    <nav
      aria-label="Groups and friends"
      className="sticky top-(--top-bar) hidden h-[calc(100dvh-var(--top-bar))] w-64 shrink-0 overflow-y-auto overscroll-contain py-8 pl-3 noscript:hidden! xl:@min-[78rem]:block print:hidden [body:has([data-live])_&]:hidden!"
    >
      {wide && List ? <List /> : null}
    </nav>
  );
}
