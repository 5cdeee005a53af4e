"use client";

import { useState } from "react";
import { pluralize } from "@/lib/core/text/pluralize";
import { useAttempt } from "@/components/forms/use-attempt";
import { UNDO_FOR } from "@/components/refresh/restore";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { keepFocus } from "@/components/ui/keep-focus";
import { toast } from "@/components/ui/toast";
import { applyPlan, undoPlan, type PlanScope, type ShownPayments } from "./plan-calls";

export type UsePaymentsProps = {
  scope: PlanScope;
  /** The payments as shown. If they are others now, the server refuses. */
  payments: ShownPayments;
  /** How many payments are open. */
  replaces: number;
};

/** Replaces the open payments by those of a plan, after a question (docs/rules.md#plans). */
export function UsePayments({ scope, payments, replaces }: UsePaymentsProps) {
  const { pending, run } = usePending();
  const [open, setOpen] = useState(false);
  const attempt = useAttempt();
  const busy = "apply" in pending;

  const undo = (planId: string) =>
    run("undo", async () => {
      await undoPlan(scope, planId);
      return announceSettlementsChanged;
    });

  async function apply() {
    const key = attempt.keyOf(payments);
    await run("apply", async () => {
      const { _id } = await applyPlan(scope, payments, key);
      attempt.succeeded();
      toast.success(`${replacedBy(payments.length, replaces)}.`, {
        duration: UNDO_FOR,
        action: { label: "Undo", onClick: () => void undo(_id) },
      });
      return announceSettlementsChanged;
    });
    setOpen(false);
  }

  return (
    <>
      <Button
        ref={keepFocus}
        className="members-only self-start"
        disabled={busy}
        onClick={() => setOpen(true)}
      >
        Use these payments
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Use these payments?"
        role="alertdialog"
        locked={busy}
      >
        <p>
          {replacedBy(payments.length, replaces)}. Everyone’s total stays the same. You can undo it until one
          of them is settled.
        </p>
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button busy={busy} busyLabel="Saving…" onClick={() => void apply()} className="sm:flex-1">
            Use these payments
          </Button>
          <Button
            variant="secondary"
            data-autofocus
            disabled={busy}
            onClick={() => setOpen(false)}
            className="sm:flex-1"
          >
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** `13 payments replace 91` */
function replacedBy(count: number, replaces: number): string {
  if (count === 0) return `No payment is left of ${replaces}`;
  return `${pluralize(count, "payment")} ${count === 1 ? "replaces" : "replace"} ${replaces}`;
}
