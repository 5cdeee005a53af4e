"use client";

import { useEffect } from "react";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";

const LABEL = "Print or save as PDF";

/** Opens the browser's dialog for printing. @param props.partly the page shows a part: a page with everything is printed */
export function PrintButton({ partly }: { partly: boolean }) {
  return partly ? (
    // oxlint-disable-next-line nextjs/no-html-link-for-pages -- a page to print is loaded whole
    <a href="?all=print" aria-label={LABEL} title={LABEL} className="icon-button print:hidden">
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
export function PrintNow() {
  useEffect(() => {
    // Not again after a reload, or on the way back.
    history.replaceState(history.state, "", "?all=1");
    window.print();
  }, []);
  return null;
}
