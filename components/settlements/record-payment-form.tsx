"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { call, isOutdated } from "@/lib/client/call";
import { parsePayment } from "@/lib/core/money/amounts";
import { balanceToCents, centsToDollars, formatCents } from "@/lib/core/money/money";
import { paymentAmountRule, paymentNoteRule } from "@/lib/contract/rules/settlements";
import { ok, err, type Rule } from "@/lib/contract/rules/rule";
import type { Person } from "@/lib/contract/people";
import { DisclosureRow } from "@/components/expenses/disclosure-row";
import { FindPerson } from "@/components/forms/find-person";
import { FormNotice } from "@/components/forms/form-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { eventPath } from "@/lib/paths";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { shortNames } from "@/components/people/short-names";
import { offerUndo } from "@/components/refresh/restore";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { useCurrentUser } from "@/components/session/current-user";
import { ActionBar } from "@/components/ui/action-bar";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Radio } from "@/components/ui/radio";
import { Sentence } from "@/components/ui/bdi";
import { isolate } from "@/lib/core/text/isolate";
import { afterPayment } from "./after-payment";
import { PaymentFields, type PaymentValues } from "./payment-fields";
import { PaymentSides } from "./payment-sides";

export type RecordPaymentFormProps = {
  event: { _id: string; groupId: string };
  /** The other members of the group, at least one. */
  people: readonly Person[];
  /** What the viewer owes each of them in the event, by id, in dollars; negative: is owed. Without zeros. */
  owed: Readonly<Record<string, number>>;
  /** The other person of the payment, at first; default: see {@link likeliest}. */
  to?: string | undefined;
};

/** `other`: "" if none is selected. `received`: they paid the viewer. */
type Entered = PaymentValues & { other: string; received: boolean };

const chosen: Rule<string, string> = (id) => (id ? ok(id) : err("Select a person."));
const rules = { other: chosen, amount: paymentAmountRule, note: paymentNoteRule };

/** Records a payment between the viewer and another person, whatever is owed: it says what will be owed then. */
export function RecordPaymentForm({ event, people, owed, to }: RecordPaymentFormProps) {
  const router = useRouter();
  const user = useCurrentUser();
  const [entered, setEntered] = useState<Entered>(() => {
    const other = to ?? likeliest(people, owed);
    const received = (owed[other] ?? 0) < 0;
    return { other, received, amount: openAmount(other, received), method: null, note: "" };
  });
  const set = (change: Partial<Entered>) => setEntered((now) => ({ ...now, ...change }));
  const { other, received, amount, method, note } = entered;
  const person = people.find(({ _id }) => _id === other);
  const parsed = parsePayment(amount);
  /** What the payer owes, in dollars. */
  function debtOf(one: string, got: boolean): number {
    return (owed[one] ?? 0) * (got ? -1 : 1);
  }

  /** What is owed in this direction, as the suggested amount. */
  function openAmount(one: string, got: boolean): string {
    const debt = debtOf(one, got);
    return debt > 0 ? debt.toFixed(2) : "";
  }

  /** Changes who paid whom. A typed amount stays. */
  function turn(one: string, got: boolean) {
    const typed = amount !== openAmount(other, received);
    set({ other: one, received: got, amount: typed ? amount : openAmount(one, got) });
  }

  const form = useFormSubmit({
    rules,
    values: entered,
    entered,
    // What the user sees. If it has changed, the server refuses.
    body: {
      from: received ? other : user.id,
      to: received ? user.id : other,
      amount: parsed.ok ? centsToDollars(parsed.cents) : amount,
      owed: debtOf(other, received),
      method,
      note,
    },
    restore: (draft) => setEntered({ ...entered, ...draft }),
    send: async (idempotencyKey, body) => {
      const input = { params: { eventId: event._id }, body, idempotencyKey };
      try {
        const paid = await call("POST /api/events/{eventId}/payments", input);
        const name = isolate(shortNames(people)(other));
        offerUndo(
          `Recorded: ${received ? `${name} paid you` : `You paid ${name}`} ${formatCents(balanceToCents(paid.amount))}.`,
          () =>
            call("PUT /api/settlements/{id}/settle", {
              params: { id: paid._id },
              body: { settled: false, userId: user.id, amount: paid.amount, from: paid.from._id },
              idempotencyKey: null,
            }),
          "Failed to unsettle transaction",
        );
      } catch (error) {
        if (isOutdated(error)) router.refresh();
        throw error;
      }
      announceSettlementsChanged();
      return eventPath(event.groupId, event._id);
    },
  });
  const error = form.errorOf("other");
  return (
    <form {...form.props} className="flex flex-1 flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PaymentSides other={person} received={received} onSwap={() => turn(other, !received)} />
        {people.length > 1 ? (
          <DisclosureRow
            startsOpen={other === ""}
            closesOnChoice
            error={error}
            leading={<Icon className="icon-users" />}
            label={other === "" ? "Who paid, or was paid?" : "Someone else"}
          >
            <fieldset aria-describedby={error ? "other-error" : undefined} className="min-w-0 space-y-2">
              <legend className="sr-only">The other person</legend>
              <div className="flex flex-col rounded-card border border-line bg-surface p-2 shadow-card">
                <FindPerson label="Find a person" people={people}>
                  {(found) =>
                    found.map((one) => (
                      <Radio
                        key={one._id}
                        name="other"
                        checked={other === one._id}
                        onChange={() => turn(one._id, owed[one._id] ? owed[one._id]! < 0 : received)}
                      >
                        <Avatar name={one.name} picture={one.picture} size="sm" />
                        <span className="min-w-0 flex-1 basis-24">
                          <PersonName person={one} />
                        </span>
                      </Radio>
                    ))
                  }
                </FindPerson>
              </div>
              {error ? <FieldError id="other-error">{error}</FieldError> : null}
            </fieldset>
          </DisclosureRow>
        ) : null}
      </div>
      <PaymentFields values={entered} onChange={set} errorOf={form.errorOf}>
        <p role="status" className="-mt-4 font-semibold text-muted empty:-mt-6">
          {person ? (
            <Sentence>
              {afterPayment(
                isolate(person.name),
                balanceToCents(owed[other] ?? 0),
                parsed.ok ? parsed.cents * (received ? -1 : 1) : null,
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

/** Whom the viewer owes most; if nobody, who owes them most; with one other person, that one; otherwise nobody: "". */
function likeliest(people: readonly Person[], owed: RecordPaymentFormProps["owed"]): string {
  const debts = people
    .map(({ _id }) => ({ _id, amount: owed[_id] ?? 0 }))
    .sort((a, b) => b.amount - a.amount);
  const [most, least] = [debts[0]!, debts.at(-1)!];
  if (most.amount > 0 || people.length === 1) return most._id;
  return least.amount < 0 ? least._id : "";
}
