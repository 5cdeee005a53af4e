"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { call, isOutdated } from "@/lib/client/call";
import { parseAmount } from "@/lib/core/money/amounts";
import { balanceToCents, centsToDollars } from "@/lib/core/money/money";
import { paymentNoteRule, typedAmount } from "@/lib/contract/rules/expense";
import { ok, err, type Rule } from "@/lib/contract/rules/rule";
import type { Person } from "@/lib/contract/people";
import { FindPerson } from "@/components/forms/find-person";
import { FormNotice } from "@/components/forms/form-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { eventPath } from "@/lib/paths";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { ActionBar } from "@/components/ui/action-bar";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Radio } from "@/components/ui/radio";
import { toast } from "@/components/ui/toast";
import { Sentence } from "@/components/ui/sentence";
import { isolate } from "@/lib/core/text/isolate";
import { afterPayment } from "./after-payment";
import { PaymentFields, type PaymentValues } from "./payment-fields";

export type RecordPaymentFormProps = {
  event: { _id: string; groupId: string };
  /** The other members of the group, at least one. */
  people: readonly Person[];
  /** What the viewer owes each of them in the event, by id, in dollars; negative: is owed. Without zeros. */
  owed: Readonly<Record<string, number>>;
  /** Who was paid, at first. */
  to?: string | undefined;
};

type Entered = PaymentValues & { to: string };

const chosen: Rule<string, string> = (id) => (id ? ok(id) : err("Select who was paid."));
const rules = { to: chosen, amount: typedAmount("Please enter an amount."), note: paymentNoteRule };

/** Records a payment of the viewer, whatever is owed: it says what will be owed then. */
export function RecordPaymentForm({ event, people, owed, to: first = "" }: RecordPaymentFormProps) {
  const router = useRouter();
  const [entered, setEntered] = useState<Entered>({ to: first, amount: "", method: null, note: "" });
  const set = (change: Partial<Entered>) => setEntered((now) => ({ ...now, ...change }));
  const { to, amount, method, note } = entered;
  const parsed = parseAmount(amount);
  const payee = people.find(({ _id }) => _id === to);
  const form = useFormSubmit({
    rules,
    values: entered,
    entered,
    // What the user sees. If it has changed, the server refuses.
    body: {
      to,
      amount: parsed.ok ? centsToDollars(parsed.cents) : amount,
      owed: owed[to] ?? 0,
      method,
      note,
    },
    restore: setEntered,
    send: async (idempotencyKey, body) => {
      const input = { params: { eventId: event._id }, body, idempotencyKey };
      try {
        await call("POST /api/events/{eventId}/payments", input);
      } catch (error) {
        if (isOutdated(error)) router.refresh();
        throw error;
      }
      announceSettlementsChanged();
      toast.success("Payment recorded");
      return eventPath(event.groupId, event._id);
    },
  });
  const error = form.errorOf("to");
  return (
    <form {...form.props} className="flex flex-1 flex-col gap-6">
      <fieldset className="min-w-0 space-y-2" aria-describedby={error ? "to-error" : undefined}>
        <legend className="mb-2 font-bold">Who did you pay?</legend>
        <div className="flex flex-col rounded-card border border-line bg-surface p-2 shadow-card">
          <FindPerson label="Find a person" people={people}>
            {(found) =>
              found.map((person) => (
                <Radio
                  key={person._id}
                  name="to"
                  checked={to === person._id}
                  onChange={() => set({ to: person._id })}
                >
                  <Avatar name={person.name} picture={person.picture} size="sm" />
                  <span className="min-w-0 flex-1 basis-24">
                    <PersonName person={person} />
                  </span>
                </Radio>
              ))
            }
          </FindPerson>
        </div>
        {error ? <FieldError id="to-error">{error}</FieldError> : null}
      </fieldset>
      <PaymentFields values={entered} onChange={set} errorOf={form.errorOf}>
        <p role="status" className="-mt-4 font-semibold text-muted empty:-mt-6">
          {payee ? (
            <Sentence>
              {afterPayment(
                isolate(payee.name),
                balanceToCents(owed[payee._id] ?? 0),
                parsed.ok ? parsed.cents : null,
              )}
            </Sentence>
          ) : null}
        </p>
      </PaymentFields>
      <FormNotice problem={form.formProblem} />
      <ActionBar>
        <Button type="submit" busy={form.busy} busyLabel="Recording…">
          Record Payment
        </Button>
      </ActionBar>
    </form>
  );
}
