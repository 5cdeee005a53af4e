import { api, isOutdated, serverMessage } from "@/lib/api-client";
import { announceSettlementsChanged } from "./settlements-changed";
import { toast } from "@/components/ui/toast";

/** Milliseconds for which Undo is offered. */
export const UNDO_FOR = 8000;

export const RESTORE_FAILED = "Failed to restore. Please try again.";

/**
 * Shows that an item was deleted, with an Undo button, which refreshes the screen.
 * @param path of the item: Undo calls PUT `{path}/restore`
 * @param onRestored called when it is restored
 */
export function offerUndo(text: string, path: string, onRestored?: () => void): void {
  const undo = async () => {
    try {
      await api.put(`${path}/restore`);
      onRestored?.();
    } catch (error) {
      toast.error(serverMessage(error, RESTORE_FAILED));
      if (!isOutdated(error)) return;
    }
    announceSettlementsChanged();
  };
  toast.success(text, { duration: UNDO_FOR, action: { label: "Undo", onClick: () => void undo() } });
}
