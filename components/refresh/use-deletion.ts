"use client";

import { useEffect, useRef, useState } from "react";
import { api, ApiError } from "@/lib/api-client";
import { announceSettlementsChanged } from "./settlements-changed";
import { focusAfter } from "@/components/ui/keep-focus";
import { toast } from "@/components/ui/toast";
import { offerUndo } from "./restore";

/**
 * Deletes rows of a list: asks for confirmation, hides the row when the server has deleted it, refreshes the screen,
 * and moves the focus to the next row.
 * @param rows the rows of the latest rendering
 * @param path the call is DELETE `{path}/{_id}`
 * @param failure the message if it fails
 * @param success the message if it can be undone by PUT `{path}/{_id}/restore`
 */
export function useDeletion<Row extends { _id: string }>(
  rows: readonly Row[],
  path: string,
  failure: string,
  success?: string,
) {
  // Reset by Undo only, because an answer from before the deletion can still contain the row.
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const [toDelete, setToDelete] = useState<{ row: Row; opener: Element } | null>(null);
  const [busy, setBusy] = useState(false);
  const moveOn = useRef<(() => void) | null>(null);

  // Runs after the dialog's own effect, which restores the focus to the button that opened it, if it exists.
  useEffect(() => {
    if (toDelete) return;
    moveOn.current?.();
    moveOn.current = null;
  }, [toDelete]);

  async function confirmDeletion() {
    if (!toDelete) return;
    const { row, opener } = toDelete;
    setBusy(true);
    try {
      await api.delete(`${path}/${row._id}`);
      moveOn.current = focusAfter(opener);
      setDeleted((ids) => [...ids, row._id]);
      const show = () => setDeleted((ids) => ids.filter((id) => id !== row._id));
      if (success) offerUndo(success, `${path}/${row._id}`, show);
      announceSettlementsChanged();
    } catch (error) {
      // A conflict: trying again does not help, and the server gives the reason.
      toast.error(error instanceof ApiError && error.status === 409 ? error.message : failure);
    }
    setBusy(false);
    setToDelete(null);
  }

  return {
    rows: rows.filter(({ _id }) => !deleted.includes(_id)),
    /** The row to delete if the user confirms. */
    itemToDelete: toDelete?.row ?? null,
    /** @param opener the button that was pressed */
    requestDeletion: (row: Row, opener: Element) => setToDelete({ row, opener }),
    /** Props of the ConfirmDialog. */
    dialog: {
      open: toDelete !== null,
      busy,
      onConfirm: () => void confirmDeletion(),
      onCancel: () => setToDelete(null),
    },
  };
}
