"use client";

import { useEffect, useMemo, type ReactNode } from "react";
import { useCall } from "@/lib/client/use-call";
import { MAX_REPLACED, TOO_MANY_OPEN } from "@/lib/core/limits";
import { balanceToCents, centsToDollars, formatCents } from "@/lib/core/money/money";
import { minimalPayments, netByPerson, type MinimalPayments, type Payment } from "@/lib/core/money/payments";
import { formatCount, pluralize } from "@/lib/core/text/pluralize";
import { Card } from "@/components/ui/card";
import { List } from "@/components/ui/list";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useCurrentUser } from "@/components/session/current-user";
import { NetTable } from "../settlements/net-table";
import { toPayments } from "../settlements/to-payments";
import { shortNames } from "@/components/people/short-names";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { isolate } from "@/lib/core/text/isolate";
import type { ListedSettlement } from "../settlements/listed-settlement";
import { UsePayments } from "./use-payments";

export type MinimalTransactionsProps = {
  event: { _id: string; closed: boolean };
  unsettled: readonly ListedSettlement[];
  /** Default: these are all unsettled payments. Of a part, the server computes the preview. */
  complete?: boolean;
};

/**
 * The view-only preview of a reduced set of payments (docs/rules.md#minimal-transactions). They cannot be settled,
 * because they do not exist, but used in place of the actual ones.
 */
export function MinimalTransactions({ event, unsettled, complete = true }: MinimalTransactionsProps) {
  if (!complete) return <LoadedPreview event={event} changed={unsettled} />;
  return <OwnPreview event={event} unsettled={unsettled} />;
}

function OwnPreview({ event, unsettled }: Omit<MinimalTransactionsProps, "complete">) {
  const actual = useMemo(() => toPayments(unsettled), [unsettled]);
  const plan = useMemo(() => minimalPayments(actual), [actual]);
  const nameOf = useMemo(() => shortNames(unsettled.flatMap(({ from, to }) => [from, to])), [unsettled]);
  const nets = useMemo(() => {
    const zeros = actual.flatMap(({ from, to }) => [[from, 0] as const, [to, 0] as const]);
    return new Map([...zeros, ...netByPerson(actual)]);
  }, [actual]);
  const pending = unsettled.some((one) => one.pending);
  return <PreviewOf {...{ event, plan, nets, nameOf, pending }} replaces={unsettled.length} />;
}

/** @param changed what the screen shows; the preview is loaded again when it changes */
function LoadedPreview({ event, changed }: { event: PreviewProps["event"]; changed: unknown }) {
  const input = { params: { eventId: event._id } };
  const { data, error, mutate } = useCall("GET /api/events/{eventId}/minimal", input);
  useEffect(() => void mutate(), [changed, mutate]);
  if (error) return <Notice tone="error">Failed to load data.</Notice>;
  if (!data) return <Skeleton className="h-48 rounded-card" />;
  const plan = {
    payments: toPayments(data.payments),
    evenOut: data.evenOut && toPayments(data.evenOut),
    optimal: data.optimal,
  };
  return (
    <PreviewOf
      event={event}
      plan={plan}
      nets={new Map(data.nets.map(({ person, amount }) => [person._id, balanceToCents(amount)]))}
      nameOf={shortNames(data.nets.map(({ person }) => person))}
      pending={false}
      replaces={data.replaces}
    />
  );
}

type PreviewProps = {
  event: { _id: string; closed: boolean };
  plan: MinimalPayments;
  /** What each person with unsettled payments gets, in cents; negative: pays. */
  nets: ReadonlyMap<string, number>;
  nameOf: (id: string) => string;
  /** Whether a change of the payments has been sent. */
  pending: boolean;
  /** How many payments are open. */
  replaces: number;
};

function PreviewOf({ event, plan, nets, nameOf, pending, replaces }: PreviewProps) {
  const { evenOut } = plan;
  const payments = [...plan.payments, ...(evenOut ?? [])];
  const usable = !evenOut && !event.closed && payments.length < replaces && !pending;
  return (
    <>
      {replaces === 0 ? (
        <p className="text-muted">Nothing to settle.</p>
      ) : (
        <Card tone="sun" className="flex flex-col gap-4">
          <p>This is a preview. Turn off “Minimal transactions” to settle.</p>
          {evenOut ? null : <p className="font-bold">{summaryOf(payments.length, replaces, plan.optimal)}</p>}
          {evenOut && plan.payments.length > 1 ? (
            <>
              <Part heading={`Everyone pays ${isolate(nameOf(plan.payments[0]!.to))}`}>
                <Payments of={plan.payments} nameOf={nameOf} />
              </Part>
              <Part heading="To even out what each person pays">
                {evenOut.length > 0 ? (
                  <Payments of={evenOut} nameOf={nameOf} />
                ) : (
                  <p>Everyone pays the same: nothing to even out.</p>
                )}
              </Part>
            </>
          ) : payments.length > 0 ? (
            <Payments of={payments} nameOf={nameOf} />
          ) : null}
          <NetTable before={nets} after={payments} nameOf={nameOf} />
        </Card>
      )}
      {usable && replaces > MAX_REPLACED ? (
        <p className="members-only text-muted">{TOO_MANY_OPEN}</p>
      ) : (
        <UsePayments
          scope={{ of: "event", id: event._id }}
          payments={payments.map(({ from, to, cents }) => ({ from, to, amount: centsToDollars(cents) }))}
          replaces={replaces}
          usable={usable}
        />
      )}
    </>
  );
}

type PaymentsProps = { of: readonly Payment[]; nameOf: PreviewProps["nameOf"] };

const Payments = ({ of, nameOf }: PaymentsProps) => (
  <List>
    {of.map((payment) => (
      <PreviewRow key={`${payment.from}:${payment.to}`} payment={payment} nameOf={nameOf} />
    ))}
  </List>
);

/** Says "fewest possible" only if that was proved. */
function summaryOf(count: number, before: number, optimal: boolean): string {
  if (count === 0) return "All debts cancel out. Nobody has to pay.";
  const payments = pluralize(count, "payment");
  const instead = count < before ? `${payments} instead of ${formatCount(before)}` : payments;
  return `${instead}${optimal ? ", the fewest possible" : ""}.`;
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

/** `{first name} owes {first name} $x`, without a button; to the viewer, "You owe", and "owes you". */
function PreviewRow({ payment, nameOf }: { payment: Payment; nameOf: (id: string) => string }) {
  const { id } = useCurrentUser();
  const { from, to } = payment;
  return (
    <li className="flex min-h-12 flex-wrap items-baseline gap-x-4 px-4 py-3 text-ink sm:px-6">
      <span className="min-w-0 flex-1 basis-32">
        <Bdi className="font-bold">{from === id ? "You" : nameOf(from)}</Bdi> {from === id ? "owe" : "owes"}{" "}
        <Bdi className="font-bold">{to === id ? "you" : nameOf(to)}</Bdi>{" "}
      </span>
      <span translate="no" className="ml-auto font-extrabold whitespace-nowrap tabular-nums">
        {formatCents(payment.cents)}
      </span>
    </li>
  );
}
