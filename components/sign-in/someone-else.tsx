"use client";

import type { ReactNode } from "react";

/** "Someone else" shows a form, which scrolls into view. Works without JavaScript. */
export function SomeoneElse({ children }: { children: ReactNode }) {
  return (
    <details
      className="rounded-card px-4 py-2 open:bg-well open:pb-4"
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.scrollIntoView({ block: "nearest" })
      }
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-center font-semibold text-brand">
        Someone else
      </summary>
      {children}
    </details>
  );
}
