"use client";

import { call } from "@/lib/client/call";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { useConfirmed } from "@/components/refresh/use-confirmed";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

export type UndoImportProps = {
  importId: string;
  /** The button's accessible name, if there are several. */
  label?: string;
  /** Called when the import was undone and the screen no longer shows it. */
  onUndone?: () => void;
};

/** Removes everything that an import added, after confirmation. The server refuses if parts were changed since. */
export function UndoImport({ importId, label, onUndone }: UndoImportProps) {
  const { ask, dialog } = useConfirmed(async () => {
    await call("DELETE /api/imports/{importId}", { params: { importId } });
    toast.success("The import was undone.");
    return () => {
      onUndone?.();
      announceSettlementsChanged();
    };
  });
  return (
    <>
      <Button data-action="undo-import" variant="secondary" aria-label={label} onClick={ask}>
        Undo this import
      </Button>
      <ConfirmDialog
        {...dialog}
        question="Are you sure you want to undo this import?"
        confirmLabel="Undo"
        busyLabel="Undoing…"
      >
        The expenses, payments, events, and guests it added will be removed. Everything else stays.
      </ConfirmDialog>
    </>
  );
}
