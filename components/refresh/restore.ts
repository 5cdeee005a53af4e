import { call, isOutdated, serverMessage } from "@/lib/client/call";
import type { CallName, LaterCall } from "@/lib/client/calls";
import { announceSettlementsChanged } from "./settlements-changed";
import { toast } from "@/components/ui/toast";

/** The call that restores a deleted item. */
export type RestoreCall = LaterCall<`PUT /api/${string}/restore` & CallName>;

/** Milliseconds for which Undo is offered. */
export const UNDO_FOR = 8000;

export const RESTORE_FAILED = "Failed to restore. Please try again.";

/**
 * Shows that an item was deleted, with an Undo button, which refreshes the screen.
 * @param restore the call of Undo
 * @param onRestored called when it is restored
 */
export function offerUndo(text: string, restore: RestoreCall, onRestored?: () => void): void {
  const undo = async () => {
    try {
      await call(restore.name, restore);
      onRestored?.();
    } catch (error) {
      toast.error(serverMessage(error, RESTORE_FAILED));
      if (!isOutdated(error)) return;
    }
    announceSettlementsChanged();
  };
  toast.success(text, { duration: UNDO_FOR, action: { label: "Undo", onClick: () => void undo() } });
}
