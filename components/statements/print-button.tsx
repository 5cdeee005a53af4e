"use client";

import { Button } from "@/components/ui/button";

/** Opens the browser's dialog for printing. */
export function PrintButton() {
  return (
    <Button variant="secondary" icon="icon-printer" onClick={() => window.print()}>
      Print or save as PDF
    </Button>
  );
}
