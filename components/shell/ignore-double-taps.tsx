"use client";

import { useEffect } from "react";

/** A tap this soon and this near after another one is its double: milliseconds, pixels. */
const SOON = 400;
const NEAR = 40;

/**
 * Ignores taps that were not meant for the control that they hit, such as the next payment's Settle: the second one of a
 * double tap if the first one removed, moved, or covered its control, and the one outside that closes a menu.
 */
export function IgnoreDoubleTaps() {
  useEffect(() => {
    let first = { is: "" as unknown, x: 0, y: 0, at: -Infinity };
    let closes = false;

    function press({ target }: Event) {
      const menu = document.querySelector(":is(:popover-open)");
      closes = !!menu && !menu.contains(target as Node) && !(target as Element).closest("[popovertarget]");
    }

    function ignore(event: MouseEvent) {
      const { detail, clientX: x, clientY: y, timeStamp: at } = event;
      const control = (event.target as Element).closest("a, button, dialog");
      // Without detail: pressed by a key.
      if (!control || !detail) return;
      // Browsers count the clicks of a mouse, but not all of them count taps.
      const again = detail > 1 || (event as PointerEvent).pointerType !== "mouse";
      const soon = again && at - first.at < SOON;
      // The row of a change that failed is back as a new element.
      const link = control.closest("li")?.querySelector("a")?.href;
      const is = link ? `${link} ${control.textContent}` : control;
      if (closes || (soon && is !== first.is && Math.hypot(x - first.x, y - first.y) < NEAR)) {
        event.preventDefault();
        event.stopPropagation();
      } else {
        first = { is, x, y, at };
      }
    }

    const ended = new AbortController();
    const early = { signal: ended.signal, capture: true };
    window.addEventListener("pointerdown", press, early);
    window.addEventListener("click", ignore, early);
    return () => ended.abort();
  }, []);

  return null;
}
