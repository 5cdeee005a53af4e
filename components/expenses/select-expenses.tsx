"use client";

import { useState } from "react";
import { keepFocus } from "@/components/ui/keep-focus";
import { OnDemand } from "@/components/ui/on-demand";
import type { EventRef } from "./several";

const load = () => import("./select-dialog").then(({ SelectDialog }) => SelectDialog);

/** Selects expenses of an event to move or delete, in a dialog that is loaded on demand. */
export function SelectExpenses({ event }: { event: EventRef }) {
  /** Whether the dialog is open; null until it is first opened. */
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button type="button" ref={keepFocus} data-write className="quiet-link" onClick={() => setOpen(true)}>
        Select
      </button>
      {open === null ? null : (
        <OnDemand load={load} loading={null} props={{ open, event, onClose: () => setOpen(false) }} />
      )}
    </>
  );
}
