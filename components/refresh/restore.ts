import { isOutdated, serverMessage } from "@/lib/client/call";
import type { Endpoint, DeferredRequest } from "@/lib/client/endpoints";
import { announceSettlementsChanged } from "./settlements-changed";
import { toast } from "@/components/ui/toast";

/** The request that restores a deleted item. */
export type RestoreCall = DeferredRequest<`PUT /api/${string}/restore` & Endpoint>;

export const RESTORE_FAILED = "Failed to restore. Please try again.";

/**
 * Says what was done, with an Undo button, which refreshes the screen, until the user does something else.
 * @param undo sends the request of Undo
 * @param failure the message if it fails; default: the server's
 */
export function offerUndo(text: string, undo: () => Promise<unknown>, failure?: string): void {
  const press = async () => {
    try {
      await undo();
    } catch (error) {
      toast.error(serverMessage(error, failure));
      if (!isOutdated(error)) return;
    }
    announceSettlementsChanged();
  };
  toast.success(text, { duration: "next-action", action: { label: "Undo", onClick: () => void press() } });
}
