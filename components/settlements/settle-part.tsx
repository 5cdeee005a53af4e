"use client";

import { useEffect, useState } from "react";
import { call, isOutdated } from "@/lib/client/call";
import { balanceToCents, centsToDollars, formatCents } from "@/lib/core/money/money";
import { parsePayment } from "@/lib/core/money/amounts";
import type { Settlement } from "@/lib/contract/settlements";
import { paymentAmountRule, paymentNoteRule } from "@/lib/contract/rules/settlements";
import { err, type Rule } from "@/lib/contract/rules/rule";
import { FormNotice } from "@/components/forms/form-notice";
import { removeDraft } from "@/components/offline/drafts";
import { here } from "@/components/session/return-path";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { useCurrentUser } from "@/components/session/current-user";
import { DebtText } from "./debt-text";
import { PaymentFields, type PaymentValues } from "./payment-fields";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { Bdi } from "@/components/ui/bdi";

export type SettlePartProps = {
  open: boolean;
  title: string;
  settlement: Settlement;
  onClose: () => void;
  /** Called with the settled payment. */
  onSettled: (paid: Settlement) => void;
};

/** A dialog that settles all or a part of a payment, with an optional method and note. */
export function SettlePart({ open, title, settlement, onClose, onSettled }: SettlePartProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open={open} onClose={onClose} title={title} locked={busy}>
      <SettlePartForm settlement={settlement} onClose={onClose} onSettled={onSettled} onBusy={setBusy} />
    </Dialog>
  );
}

type FormProps = Omit<SettlePartProps, "open" | "title"> & { onBusy: (busy: boolean) => void };

function SettlePartForm({ settlement, onClose, onSettled, onBusy }: FormProps) {
  const user = useCurrentUser();
  const open = balanceToCents(settlement.amount);
  // More than is owed now may be a retry, which the server recognizes.
  const [most] = useState(open);
  const [values, setValues] = useState<PaymentValues>({
    amount: settlement.amount.toFixed(2),
    method: null,
    note: "",
  });
  // A refresh can reverse the debt. Until the user has been told, the server has to refuse.
  const [payer, setPayer] = useState<string | null>(settlement.from._id);
  const [discard, setDiscard] = useState<(() => void) | null>(null);
  const set = (change: Partial<PaymentValues>) => setValues((now) => ({ ...now, ...change }));

  const { amount, method, note } = values;
  const parsed = parsePayment(amount);
  const form = useFormSubmit({
    rules: { amount: atMost(Math.max(most, open)), note: paymentNoteRule },
    values,
    entered: values,
    body: {
      settled: true,
      userId: user.id,
      // What the user sees. If it has changed, the server refuses.
      amount: settlement.amount,
      from: payer ?? settlement.from._id,
      part: parsed.ok ? centsToDollars(parsed.cents) : undefined,
      method,
      note,
    },
    restore: setValues,
    // A modal dialog makes toasts inert.
    offer: (discards) => setDiscard(() => discards),
    send: async (idempotencyKey, body) => {
      const input = { params: { id: settlement._id }, body, idempotencyKey };
      try {
        const paid = await call("PUT /api/settlements/{id}/settle", input);
        if ("_id" in paid) onSettled(paid);
      } catch (error) {
        if (isOutdated(error)) setPayer(null);
        throw error;
      }
      announceSettlementsChanged();
    },
  });
  useEffect(() => onBusy(form.busy), [onBusy, form.busy]);

  return (
    <form {...form.props} className="flex flex-col gap-5">
      <p className="text-muted">
        <DebtText from={settlement.from} to={settlement.to} /> <Bdi>{formatCents(open)}</Bdi>.
      </p>
      {discard ? (
        <Notice
          role="status"
          action={
            <Button
              variant="secondary"
              onClick={({ currentTarget }) => {
                // The button disappears.
                currentTarget.form?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
                discard();
                setDiscard(null);
              }}
            >
              Discard
            </Button>
          }
        >
          Draft restored.
        </Notice>
      ) : null}
      <PaymentFields values={values} onChange={set} errorOf={form.errorOf} />
      <FormNotice problem={form.formProblem} />
      <DialogActions>
        <Button type="submit" busy={form.busy} busyLabel="Settling…">
          Settle
        </Button>
        <Button
          variant="secondary"
          disabled={form.busy}
          onClick={() => {
            removeDraft(user.id, here());
            onClose();
          }}
        >
          Cancel
        </Button>
      </DialogActions>
    </form>
  );
}

/** @param open the open amount, in cents */
const atMost =
  (open: number): Rule<string, number> =>
  (entered) => {
    const amount = paymentAmountRule(entered);
    if (!amount.ok || amount.value <= open) return amount;
    return err(`Only ${formatCents(open)} is still owed.`);
  };
