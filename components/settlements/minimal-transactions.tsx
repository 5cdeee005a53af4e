"use client";

import { useMemo, type ReactNode } from "react";
import { balanceToCents, centsToDollars, formatCents } from "@/lib/core/money/money";
import { minimalPayments, type Payment, type Plan } from "@/lib/core/money/payments";
import { formatCount, pluralize } from "@/lib/core/text/pluralize";
import { Card } from "@/components/ui/card";
import { List } from "@/components/ui/list";
import { NetTable } from "./net-table";
import { shortNames } from "@/components/people/short-names";
import { Bdi } from "@/components/ui/bdi";
import { Sentence } from "@/components/ui/sentence";
import { isolate } from "@/lib/core/text/isolate";
import type { ListedSettlement } from "./listed-settlement";
import { UsePayments } from "./use-payments";

export type MinimalTransactionsProps = {
  event: { _id: string; closed: boolean };
  unsettled: readonly ListedSettlement[];
};

/**
 * The view-only preview of a reduced set of payments (docs/rules.md#minimal-transactions). They cannot be settled,
 * because they do not exist, but used in place of the actual ones.
 */
export function MinimalTransactions({ event, unsettled }: MinimalTransactionsProps) {
  const actual = useMemo(() => toPayments(unsettled), [unsettled]);
  const plan = useMemo(() => minimalPayments(actual), [actual]);
  const nameOf = useMemo(() => shortNames(unsettled.flatMap(({ from, to }) => [from, to])), [unsettled]);
  const nets = <NetTable before={actual} after={paymentsOf(plan)} nameOf={nameOf} />;
  const rows = (payments: readonly Payment[]) => (
    <List>
      {payments.map((payment) => (
        <PreviewRow key={`${payment.from}:${payment.to}`} payment={payment} nameOf={nameOf} />
      ))}
    </List>
  );

  if (plan.kind === "empty") return <p className="text-muted">Nothing to settle.</p>;

  if (plan.kind === "pot") {
    return (
      <Preview>
        {plan.direct.length > 1 ? (
          <>
            <Part heading={`Everyone pays ${isolate(nameOf(plan.receiver))}`}>{rows(plan.direct)}</Part>
            <Part heading="To even out what each person pays">
              {plan.evenOut.length > 0 ? (
                rows(plan.evenOut)
              ) : (
                <p>Everyone pays the same: nothing to even out.</p>
              )}
            </Part>
          </>
        ) : (
          rows(plan.direct)
        )}
        {nets}
      </Preview>
    );
  }

  const usable =
    !event.closed && plan.payments.length < unsettled.length && !unsettled.some(({ pending }) => pending);
  return (
    <Preview
      below={
        usable ? (
          <UsePayments
            scope={{ of: "event", id: event._id }}
            payments={plan.payments.map(({ from, to, cents }) => ({
              from,
              to,
              amount: centsToDollars(cents),
            }))}
            replaces={unsettled.length}
          />
        ) : null
      }
    >
      <p className="font-bold">{summaryOf(plan.payments.length, unsettled.length, plan.fewestPossible)}</p>
      {plan.payments.length > 0 ? rows(plan.payments) : null}
      {nets}
    </Preview>
  );
}

/** Converts settlements (dollars) to the payments of lib/core (cents). */
function toPayments(settlements: readonly ListedSettlement[]): Payment[] {
  return settlements.map(({ from, to, amount }) => ({
    from: from._id,
    to: to._id,
    cents: balanceToCents(amount),
  }));
}

function paymentsOf(plan: Plan): Payment[] {
  if (plan.kind === "empty") return [];
  return plan.kind === "pot" ? [...plan.direct, ...plan.evenOut] : plan.payments;
}

/** Says "fewest possible" only if that was proved. */
function summaryOf(count: number, before: number, fewestPossible: boolean): string {
  if (count === 0) return "All debts cancel out. Nobody has to pay.";
  const payments = pluralize(count, "payment");
  const instead = count < before ? `${payments} instead of ${formatCount(before)}` : payments;
  return `${instead}${fewestPossible ? ", the fewest possible" : ""}.`;
}

function Preview({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <>
      <Card tone="sun" className="flex flex-col gap-4">
        <p>This is a preview. Turn off “Minimal transactions” to settle.</p>
        {children}
      </Card>
      {below}
    </>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-bold">
        <Sentence>{heading}</Sentence>
      </h3>
      {children}
    </div>
  );
}

/** `{first name} owes {first name} $x`, without a button. */
function PreviewRow({ payment, nameOf }: { payment: Payment; nameOf: (id: string) => string }) {
  return (
    <li className="flex min-h-12 flex-wrap items-baseline gap-x-4 px-4 py-3 text-ink sm:px-6">
      <span className="min-w-0 flex-1 basis-32">
        <Bdi className="font-bold">{nameOf(payment.from)}</Bdi> owes{" "}
        <Bdi className="font-bold">{nameOf(payment.to)}</Bdi>{" "}
      </span>
      <span translate="no" className="ml-auto font-extrabold whitespace-nowrap tabular-nums">
        {formatCents(payment.cents)}
      </span>
    </li>
  );
}
