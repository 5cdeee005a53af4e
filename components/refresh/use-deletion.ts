"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { api, ApiError, isOutdated } from "@/lib/api-client";
import { announceSettlementsChanged } from "./settlements-changed";
import { toast } from "@/components/ui/toast";
import { offerUndo } from "./restore";

/**
 * Deletes rows of a list: asks for confirmation, hides the row when the server has deleted it, and refreshes the
 * screen.
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
      await api.delete(`${path}/${id}`);
      setDeleted((ids) => [...ids, id]);
      const show = () => setDeleted((ids) => ids.filter((other) => other !== id));
      if (success) offerUndo(success, `${path}/${id}`, show);
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
