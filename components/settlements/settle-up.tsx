"use client";

import { call, serverMessage } from "@/lib/client/call";
import { balanceToCents, formatCents } from "@/lib/core/money/money";
import { isolate } from "@/lib/core/text/isolate";
import { firstName } from "@/lib/core/people";
import type { Person } from "@/lib/contract/people";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useAttempt } from "@/components/forms/use-attempt";
import { useCurrentUser } from "@/components/session/current-user";
import type { ListedSettlement } from "./listed-settlement";
import { offerUndo } from "@/components/refresh/restore";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { usePending } from "@/components/refresh/use-pending";

export type SettleUpProps = {
  open: boolean;
  friend: Person;
  payments: readonly { event: { title: string }; settlement: ListedSettlement }[];
  onClose: () => void;
};

/** Confirms that all open payments between the viewer and another person are settled with one payment. */
export function SettleUp({ open, friend, payments, onClose }: SettleUpProps) {
  const user = useCurrentUser();
  const { pending, run } = usePending();
  const busy = "settle" in pending;
  const attempt = useAttempt();

  const lines = payments.map(({ event, settlement }) => ({
    _id: settlement._id,
    title: event.title,
    owing: settlement.from._id === user.id,
    amount: settlement.amount,
  }));
  // Positive: the viewer pays.
  const net = lines.reduce((sum, { owing, amount }) => sum + (owing ? 1 : -1) * balanceToCents(amount), 0);
  const name = isolate(firstName(friend.name));

  async function settleUp() {
    // What the user sees. If a payment has changed, the server refuses.
    const nets = Object.fromEntries(lines.map(({ _id, owing, amount }) => [_id, owing ? amount : -amount]));
    const body = { userId: user.id, nets };
    const idempotencyKey = attempt.keyOf(body);
    await run(
      "settle",
      async () => {
        const input = { params: { id: friend._id }, body, idempotencyKey };
        const { batchId } = await call("POST /api/users/{id}/settlements", input);
        attempt.succeeded();
        const params = { id: friend._id, batchId };
        offerUndo(
          doneText(net, name),
          () => call("DELETE /api/users/{id}/settlements/{batchId}", { params }),
          "Failed to unsettle transaction",
        );
        return announceSettlementsChanged;
      },
      (error) => toast.error(serverMessage(error, "Failed to settle transaction")),
    );
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      question={questionOf(net, name)}
      confirmLabel="Settle up"
      confirmVariant="primary"
      busyLabel="Settling…"
      busy={busy}
      onConfirm={() => void settleUp()}
      onCancel={onClose}
    >
      <ul role="list" className="divide-y divide-line text-ink">
        {lines.map(({ _id, title, owing, amount }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <Bdi className="min-w-0 font-semibold wrap-anywhere">{title}</Bdi>{" "}
            <Amount
              dollars={amount}
              tone={owing ? "owe" : "owed"}
              words={owing ? "you owe" : "owes you"}
              className="ml-auto"
            />
          </li>
        ))}
      </ul>
      {net === 0 ? <p>It all cancels out. Nobody has to pay.</p> : null}
    </ConfirmDialog>
  );
}

/** @param net positive: the viewer pays */
function questionOf(net: number, name: string): string {
  if (net === 0) return `Settle up with ${name}?`;
  return net > 0 ? `Did you pay ${name} ${formatCents(net)}?` : `Did ${name} pay you ${formatCents(-net)}?`;
}

function doneText(net: number, name: string): string {
  if (net === 0) return `Settled everything with ${name}.`;
  return `Settled: ${net > 0 ? `You paid ${name}` : `${name} paid you`} ${formatCents(Math.abs(net))}.`;
}
