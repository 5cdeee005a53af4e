"use client";

import { useRouter } from "next/navigation";
import { startTransition, useOptimistic } from "react";
import { api, ApiError, serverMessage } from "@/lib/api-client";
import { formatDollars } from "@/lib/core/money";
import { toast } from "@/components/ui/toast";
import { useCurrentUser } from "@/components/current-user";
import type { ListedSettlement } from "./listed-settlement";
import { announceSettlementsChanged } from "./settlements-changed";
import { shortNames } from "./short-names";

/** How long the way back is offered, in milliseconds; 'Unsettle' offers it for ever. */
export const UNDO_FOR = 8000;

/**
 * Settles and unsettles payments of one event. The screen shows the answer at once and takes it back where the
 * server refuses; the alerts are those of spec section 8.
 * @param rendered the event's settlements as the server rendered them
 */
export function useSettle(rendered: readonly ListedSettlement[]) {
  const user = useCurrentUser();
  const router = useRouter();
  const [settlements, show] = useOptimistic<readonly ListedSettlement[], ListedSettlement>(
    rendered,
    (now, changed) => now.map((one) => (one._id === changed._id ? changed : one)),
  );

  function change(settlement: ListedSettlement, settled: boolean, onDone?: () => void) {
    const { _id, amount } = settlement;
    const by = { _id: user.id, name: user.name, picture: user.picture };
    const when = { settledAt: settled ? new Date().toISOString() : null, settledBy: settled ? by : null };
    startTransition(async () => {
      show({ ...settlement, settled, ...when, pending: true });
      try {
        // The amount the person saw: where it has changed meanwhile, the server refuses.
        await api.put(`/api/settlements/${_id}/settle`, { settled, userId: user.id, amount });
        announceSettlementsChanged();
        onDone?.();
      } catch (error) {
        const failure = settled ? "Failed to settle transaction" : "Failed to unsettle transaction";
        toast.error(serverMessage(error, failure));
        // What the server refused is likely to be outdated here.
        if (error instanceof ApiError && error.hasServerMessage) router.refresh();
      }
    });
  }

  const unsettle = (settlement: ListedSettlement) => change(settlement, false);

  /** Says what was paid, with the way back. @param paid the payment that is settled now */
  function announce(paid: ListedSettlement) {
    const { from, to, amount } = paid;
    const nameOf = shortNames([paid, ...settlements].flatMap((one) => [one.from, one.to]));
    toast.success(`Settled: ${nameOf(from._id)} paid ${nameOf(to._id)} ${formatDollars(amount)}.`, {
      duration: UNDO_FOR,
      action: { label: "Undo", onClick: () => unsettle(paid) },
    });
  }

  return {
    settlements,
    settle: (settlement: ListedSettlement) => change(settlement, true, () => announce(settlement)),
    unsettle,
    announce,
  };
}
