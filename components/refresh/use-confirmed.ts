"use client";

import { useState } from "react";
import { serverMessage } from "@/lib/client/call";
import { toast } from "@/components/ui/toast";
import { usePending } from "./use-pending";

/**
 * A change that the user has to confirm, and that leads to another screen.
 * @param send sends the request, and returns a function that opens the screen
 * @param failure the message if it fails; default: the server's
 */
export function useConfirmed(send: () => Promise<() => void>, failure?: string) {
  const { pending, run } = usePending();
  const [asking, setAsking] = useState(false);
  const confirm = () =>
    run("confirmed", send, (error) => {
      toast.error(failure ?? serverMessage(error));
      setAsking(false);
    });
  return {
    ask: () => setAsking(true),
    /** Props of the ConfirmDialog. */
    dialog: {
      open: asking,
      busy: "confirmed" in pending,
      onConfirm: () => void confirm(),
      onCancel: () => setAsking(false),
    },
  };
}
