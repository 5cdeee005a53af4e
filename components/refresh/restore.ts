import { api, isRefusal, serverMessage } from "@/lib/api-client";
import { announceSettlementsChanged } from "./settlements-changed";
import { toast } from "@/components/ui/toast";

/** Milliseconds for which Undo is offered. */
export const UNDO_FOR = 8000;

/**
 * Restores a deleted item and refreshes the screen. Shows the reason if that is refused.
 * @param path of the item: the call is PUT `{path}/restore`
 * @returns whether it was restored
 */
export async function restore(path: string): Promise<boolean> {
  try {
    await api.put(`${path}/restore`);
  } catch (error) {
    toast.error(serverMessage(error, "Failed to restore. Please try again."));
    if (isRefusal(error)) announceSettlementsChanged();
    return false;
  }
  announceSettlementsChanged();
  return true;
}

/** Shows that an item was deleted, with an Undo button. @param onRestored called when it is restored */
export function offerUndo(text: string, path: string, onRestored?: () => void): void {
  const undo = async () => {
    if (await restore(path)) onRestored?.();
  };
  toast.success(text, { duration: UNDO_FOR, action: { label: "Undo", onClick: () => void undo() } });
}
