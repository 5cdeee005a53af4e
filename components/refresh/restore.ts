import { api, serverMessage } from "@/lib/api-client";
import { announceSettlementsChanged } from "@/components/settlements/settlements-changed";
import { toast } from "@/components/ui/toast";

/** Milliseconds in which Undo is offered. */
const UNDO_FOR = 8000;

/**
 * Restores something deleted and refreshes the screen; says why where that is refused.
 * @param path of the thing: the call is PUT `{path}/restore`
 * @returns whether it is there again
 */
export async function restore(path: string): Promise<boolean> {
  try {
    await api.put(`${path}/restore`);
  } catch (error) {
    toast.error(serverMessage(error, "Failed to restore. Please try again."));
    return false;
  }
  announceSettlementsChanged();
  return true;
}

/** Says that something was deleted, and offers to restore it. @param onRestored called once it is there again */
export function offerUndo(text: string, path: string, onRestored?: () => void): void {
  const undo = async () => {
    if (await restore(path)) onRestored?.();
  };
  toast.success(text, { duration: UNDO_FOR, action: { label: "Undo", onClick: () => void undo() } });
}
