"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

export type ConfirmDialogProps = {
  open: boolean;
  /** The exact question, e.g. "Are you sure you want to delete this event?" */
  question: string;
  /** What follows from a yes, if it is not plain. */
  children?: ReactNode;
  /** The yes, as a verb: "Delete". Without it there is nothing to confirm, and only the way back. */
  confirmLabel?: string | undefined;
  /** Default "Cancel". */
  cancelLabel?: string | undefined;
  /** Shown on the yes while `busy`, e.g. "Deleting…". */
  busyLabel?: string | undefined;
  /** The action runs: nothing can be pressed and the dialog stays. */
  busy?: boolean | undefined;
  /** Default true: the yes destroys something. */
  danger?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be undone. Cancel has the focus; Escape cancels. The parent closes it. */
export function ConfirmDialog({
  open,
  question,
  children,
  confirmLabel,
  cancelLabel = "Cancel",
  busyLabel,
  busy = false,
  danger = true,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} title={question} role="alertdialog" locked={busy}>
      {children ? <div className="text-muted">{children}</div> : null}
      <div className="flex flex-col gap-3 sm:flex-row">
        {confirmLabel ? (
          <Button
            variant={danger ? "danger" : "primary"}
            busy={busy}
            busyLabel={busyLabel}
            onClick={onConfirm}
            className="sm:flex-1"
          >
            {confirmLabel}
          </Button>
        ) : null}
        <Button variant="secondary" data-autofocus disabled={busy} onClick={onCancel} className="sm:flex-1">
          {cancelLabel}
        </Button>
      </div>
    </Dialog>
  );
}
