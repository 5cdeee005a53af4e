"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, call, isOutdated } from "@/lib/client/call";
import { announceSettlementsChanged } from "./settlements-changed";
import { toast } from "@/components/ui/toast";
import { offerUndo, RESTORE_FAILED, type RestoreCall } from "./restore";

/**
 * Deletes rows of a list: asks for confirmation, hides the row when the server has deleted it, and refreshes the
 * screen.
 * @param rows the rows of the latest rendering
 * @param remove sends the request
 * @param failure the message if it fails
 * @param undo the message if it can be undone, and the request that does so
 */
export function useDeletion<Row extends { _id: string }>(
  rows: readonly Row[],
  remove: (id: string) => Promise<unknown>,
  failure: string,
  undo?: { success: string; restore: (id: string) => RestoreCall },
) {
  const router = useRouter();
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const [toDelete, setToDelete] = useState<Row | null>(null);
  const [busy, setBusy] = useState(false);

  // A rendering from before the deletion still contains the row. After one without it, the row can be restored.
  const hidden = deleted.filter((id) => rows.some(({ _id }) => _id === id));
  if (hidden.length < deleted.length) setDeleted(hidden);

  async function confirmDeletion() {
    if (!toDelete) return;
    const { _id: id } = toDelete;
    setBusy(true);
    try {
      await remove(id);
      setDeleted((ids) => [...ids, id]);
      const show = () => setDeleted((ids) => ids.filter((other) => other !== id));
      if (undo) {
        const restore = undo.restore(id);
        offerUndo(undo.success, () => call(restore.name, restore).then(show), RESTORE_FAILED);
      }
      announceSettlementsChanged();
    } catch (error) {
      // A conflict: trying again does not help, and the server gives the reason.
      toast.error(error instanceof ApiError && error.status === 409 ? error.message : failure);
      if (isOutdated(error)) router.refresh();
    }
    setBusy(false);
    setToDelete(null);
  }

  return {
    rows: rows.filter(({ _id }) => !hidden.includes(_id)),
    /** The row to delete if the user confirms. */
    itemToDelete: toDelete,
    requestDeletion: (row: Row) => setToDelete(row),
    /** Props of the ConfirmDialog. */
    dialog: {
      open: toDelete !== null,
      confirmLabel: "Delete",
      busyLabel: "Deleting…",
      busy,
      onConfirm: () => void confirmDeletion(),
      onCancel: () => setToDelete(null),
    },
  };
}
