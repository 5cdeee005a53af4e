"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Opens the browser's dialog for printing. */
export function PrintButton() {
  return (
    <Button variant="secondary" icon={<Icon className="icon-printer" />} onClick={() => window.print()}>
      Print or save as PDF
    </Button>
  );
}
