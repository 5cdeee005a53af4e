"use client";

import { useEffect } from "react";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";

const LABEL = "Print or save as PDF";

/** `query`: the rest of the page's query, such as `from=2026-11-01&`. */
type Query = { query?: string };

/** Opens the browser's dialog for printing. @param props.partly the page shows a part: a page with everything is printed */
export function PrintButton({ partly, query = "" }: Query & { partly: boolean }) {
  return partly ? (
    // Not a Link: a page to print is loaded whole.
    <a href={`?${query}all=print`} aria-label={LABEL} title={LABEL} className="icon-button print:hidden">
      <Icon className="icon-printer" />
    </a>
  ) : (
    <IconButton
      className="print:hidden"
      icon="icon-printer"
      aria-label={LABEL}
      onClick={() => window.print()}
    />
  );
}

/** Prints the page once. */
export function PrintNow({ query = "" }: Query) {
  useEffect(() => {
    // Not again after a reload, or on the way back.
    history.replaceState(history.state, "", `?${query}all=1`);
    window.print();
  }, [query]);
  return null;
}
