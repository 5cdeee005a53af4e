"use client";

import { focusOnce } from "@/components/ui/focus-once";

/** The first focusable element of the page: skips the top bar. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // An anchor would add a history entry, which "Go back" would step back to.
        event.preventDefault();
        focusOnce(document.getElementById("main")!);
      }}
      className="sr-only z-50 rounded-full bg-brand font-bold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-6 focus:py-3"
    >
      Skip to content
    </a>
  );
}
