"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog, DialogActions } from "./dialog";

export type ConfirmDialogProps = {
  open: boolean;
  /** The exact question, such as "Are you sure you want to delete this event?" */
  question: string;
  /** The consequences, if they are not obvious. */
  children?: ReactNode;
  /** The label of the confirm button, a verb: "Delete". Without it, the dialog can only be closed. */
  confirmLabel?: string | undefined;
  /** The look of the confirm button; default: danger, because most questions are about deleting. */
  confirmVariant?: "danger" | "primary" | undefined;
  /** The label of the cancel button; default "Cancel". */
  cancelLabel?: string | undefined;
  /** The label of the confirm button while `busy`, such as "Deleting…". */
  busyLabel?: string | undefined;
  /** The action runs: nothing can be pressed and the dialog stays open. */
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks for confirmation. Cancel has the initial focus; Escape cancels. The parent closes it. */
export function ConfirmDialog({
  open,
  question,
  children,
  confirmLabel,
  confirmVariant = "danger",
  cancelLabel = "Cancel",
  busyLabel,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} title={question} role="alertdialog" locked={busy}>
      {children ? <div className="text-muted">{children}</div> : null}
      <DialogActions>
        {confirmLabel ? (
          <Button variant={confirmVariant} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        ) : null}
        <Button variant="secondary" data-autofocus disabled={busy} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
