"use client";

import { call, serverMessage } from "@/lib/client/call";
import { isolate } from "@/lib/core/text/isolate";
import { formatDollars } from "@/lib/core/money/money";
import type { Settlement } from "@/lib/contract/settlements";
import { toast } from "@/components/ui/toast";
import { useCurrentUser } from "@/components/session/current-user";
import type { ListedSettlement } from "./listed-settlement";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { usePending } from "@/components/refresh/use-pending";
import { shortNames } from "@/components/people/short-names";

/** The payment that the latest toast offers to unsettle. Module-level: the toast can be on another screen by now. */
let announced: { id: string; close: () => void } | null = null;

/**
 * Settles and unsettles payments. Updates the screen optimistically and reverts it if the server refuses, with the
 * alerts of docs/rules.md#settling.
 * @param rendered the settlements as rendered by the server
 * @param onReopened shows an unsettled payment, on a screen of a single payment that it may have replaced
 */
export function useSettle(
  rendered: readonly ListedSettlement[],
  onReopened?: (settlement: Settlement) => void,
) {
  const user = useCurrentUser();
  const { pending, run } = usePending<Partial<ListedSettlement>>();
  const settlements = rendered.map((one) => ({ ...one, ...pending[one._id] }));

  function change(settlement: ListedSettlement, settled: boolean, onDone?: () => void) {
    const { _id, amount, from } = settlement;
    const by = { _id: user.id, name: user.name, picture: user.picture };
    const when = { settledAt: settled ? new Date().toISOString() : null, settledBy: settled ? by : null };
    const failure = settled ? "Failed to settle transaction" : "Failed to unsettle transaction";
    void run(
      _id,
      async () => {
        // What the user saw. If it has changed, the server refuses.
        const body = { settled, userId: user.id, amount, from: from._id };
        const input = { params: { id: _id }, body, idempotencyKey: null };
        const now = await call("PUT /api/settlements/{id}/settle", input);
        onDone?.();
        return !settled && onReopened && "_id" in now ? () => onReopened(now) : announceSettlementsChanged;
      },
      (error) => toast.error(serverMessage(error, failure)),
      { settled, ...when, pending: true },
    );
  }

  function unsettle(settlement: ListedSettlement) {
    if (announced?.id === settlement._id) announced.close();
    change(settlement, false, () => toast.success("Payment unsettled", { duration: 3000 }));
  }

  /** Shows what was paid, with an Undo button. @param paid the settled payment */
  function announce(paid: ListedSettlement) {
    const { from, to, amount } = paid;
    const nameOf = shortNames([paid, ...settlements].flatMap((one) => [one.from, one.to]));
    const name = (id: string, you: string) => (id === user.id ? you : isolate(nameOf(id)));
    const close = toast.success(
      `Settled: ${name(from._id, "You")} paid ${name(to._id, "you")} ${formatDollars(amount)}.`,
      {
        duration: "next-action",
        action: { label: "Undo", onClick: () => change(paid, false) },
      },
    );
    announced = { id: paid._id, close };
  }

  return {
    settlements,
    settle: (settlement: ListedSettlement) => change(settlement, true, () => announce(settlement)),
    unsettle,
    announce,
  };
}
