"use client";

import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { isOutdated, serverMessage } from "@/lib/client/call";
import { toast } from "@/components/ui/toast";

/** Shows the result of a request: refreshes the screen, or opens another one. */
type Show = () => void;

/**
 * Changes that are being sent, by the id of their item. The screen shows them at once, and until it shows the result.
 */
export function usePending<Change = true>() {
  const router = useRouter();
  const [pending, setPending] = useState<Readonly<Record<string, Change>>>({});

  /**
   * Shows a change and sends it. Shows why it failed, and refreshes the screen if the server refused it.
   * @param send sends the request
   * @param fail shows why it failed; default: a toast with the server's message
   * @param change what the screen shows; required unless it is `true`
   */
  async function run(
    id: string,
    send: () => Promise<Show>,
    fail: (error: unknown) => void = (error) => toast.error(serverMessage(error)),
    change = true as Change,
  ): Promise<void> {
    const path = location.pathname;
    setPending((now) => ({ ...now, [id]: change }));
    let show: Show | undefined;
    try {
      show = await send();
    } catch (error) {
      fail(error);
      if (isOutdated(error)) show = router.refresh;
    }
    // Another screen that the user has opened since stays.
    if (show && location.pathname !== path) show = router.refresh;
    // One transition, so that the change makes room for the result and not for the old screen. The request is not part
    // of it: React would hold back every navigation until the response.
    startTransition(() => {
      show?.();
      setPending(({ [id]: _, ...others }) => others);
    });
  }

  return { pending, run };
}
