"use client";

import { useState } from "react";
import { Notice } from "@/components/ui/notice";
import { formatCount, pluralize } from "@/lib/core/text/pluralize";
import { useAttempt } from "@/components/forms/use-attempt";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { keepFocus } from "@/components/ui/keep-focus";
import { applyPlan, type PlanScope, type ShownPayments } from "./plan-operations";
import { UndoPlan } from "../settlements/undo-buttons";

export type UsePaymentsProps = {
  scope: PlanScope;
  /** The payments as shown. If they are others now, the server refuses. */
  payments: ShownPayments;
  /** How many payments are open. */
  replaces: number;
  /** Whether these payments can be used. What was used can be undone. */
  usable: boolean;
};

/** Replaces the open payments by those of a plan, after a question (docs/rules.md#plans). Then it offers to undo that. */
export function UsePayments({ scope, payments, replaces, usable }: UsePaymentsProps) {
  const { pending, run } = usePending();
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState<{ planId: string; text: string } | null>(null);
  const attempt = useAttempt();
  const busy = "apply" in pending;

  async function apply() {
    const key = attempt.keyOf(payments);
    await run("apply", async () => {
      const { _id } = await applyPlan(scope, payments, key);
      attempt.succeeded();
      setUsed({ planId: _id, text: `Done: ${insteadOf(payments.length, replaces)}.` });
      return announceSettlementsChanged;
    });
    setOpen(false);
  }

  if (used) {
    return (
      <Notice
        tone="success"
        role="status"
        action={<UndoPlan scope={scope} planId={used.planId} onUndone={() => setUsed(null)} />}
      >
        {used.text} You can undo it until one of them is settled.
      </Notice>
    );
  }
  if (!usable) return null;
  return (
    <>
      <Button
        ref={keepFocus}
        data-write
        className="members-only self-start"
        disabled={busy}
        onClick={() => setOpen(true)}
      >
        Use these payments
      </Button>
      <ConfirmDialog
        open={open}
        question="Use these payments?"
        confirmLabel="Use these payments"
        confirmVariant="primary"
        busyLabel="Saving…"
        busy={busy}
        onConfirm={() => void apply()}
        onCancel={() => setOpen(false)}
      >
        This leaves {insteadOf(payments.length, replaces)}. Everyone&apos;s total stays the same.
      </ConfirmDialog>
    </>
  );
}

/** `13 payments instead of 91` */
const insteadOf = (count: number, replaces: number) =>
  `${count === 0 ? "no payments" : pluralize(count, "payment")} instead of ${formatCount(replaces)}`;
