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
      className="skip-link"
    >
      Skip to content
    </a>
  );
}
