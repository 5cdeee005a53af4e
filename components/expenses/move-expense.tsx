"use client";

import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { keepFocus } from "@/components/ui/keep-focus";
import { OnDemand } from "@/components/ui/on-demand";
import type { MoveDialogProps } from "./move-dialog";

/** Loads the dialog that moves an expense. */
export const loadMove = () => import("./move-dialog").then(({ MoveDialog }) => MoveDialog);

/** The button that moves the screen's expense, with a dialog that is loaded on demand. */
export function MoveExpense(props: Omit<MoveDialogProps, "open" | "onClose">) {
  /** Whether the dialog is open; null until it is first opened. */
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <IconButton
        icon="icon-folder-input"
        ref={keepFocus}
        data-write
        aria-label="Move"
        onClick={() => setOpen(true)}
      />
      {open === null ? null : (
        <OnDemand load={loadMove} loading={null} props={{ ...props, open, onClose: () => setOpen(false) }} />
      )}
    </>
  );
}
