"use client";

import { useEffect } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

const LABEL = "Print or save as PDF";

/** Opens the browser's dialog for printing. @param props.partly the page shows a part: a page with everything is printed */
export function PrintButton({ partly }: { partly: boolean }) {
  return partly ? (
    // oxlint-disable-next-line nextjs/no-html-link-for-pages -- a page to print is loaded whole
    <a href="?all=print" className={buttonClass({ variant: "secondary" })}>
      <Icon className="icon-printer" />
      <span>{LABEL}</span>
    </a>
  ) : (
    <Button variant="secondary" icon="icon-printer" onClick={() => window.print()}>
      {LABEL}
    </Button>
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
