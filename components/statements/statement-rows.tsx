"use client";

import { Fragment } from "react";
import { formatCents, sumCents } from "@/lib/core/money/money";
import { shortDate } from "@/lib/core/text/dates";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { Day, LocalDay } from "@/components/ui/day";
import { Net } from "./net";

// The rows of a statement's tables and lists: client components, which are sent once. Their keys are positions: a page
// contains the keys of its lists, and ids are nobody else's business.

/** `net`: the figure that a phone shows beside the name, in cents. */
export type Figures = { name: string; figures: readonly string[]; net: number };

/** The figures of people. @param props.labels of the figures, for a phone, which has no head */
export const FigureRows = ({ rows, labels }: { rows: readonly Figures[]; labels: readonly string[] }) =>
  rows.map(({ name, figures, net }, index) => (
    <tr role="row" key={index}>
      <th role="rowheader">
        <Bdi>{name}</Bdi>
      </th>
      {figures.map((figure, column) => (
        <td role="cell" translate="no" data-label={labels[column]} key={column}>
          {figure}
        </td>
      ))}
      <td role="cell">
        <Net cents={net} />
      </td>
    </tr>
  ));

export type ExpenseLine = {
  day: string;
  /** The title of its event, where there are several. */
  event: string | undefined;
  description: string;
  payers: string;
  amount: string;
  /** `names` null: everyone else. */
  shares: readonly { names: string | null; amount: string; each: boolean }[];
};

/** Expenses with everyone's share: `Ana, Ben $10.00 each · everyone else $5.00 each`. */
export const ExpenseRows = ({ rows }: { rows: readonly ExpenseLine[] }) =>
  rows.map(({ day, event, description, payers, amount, shares }, index) => (
    <tr role="row" key={index}>
      <td role="cell">
        {/* At the turn of a year, the server and the browser can disagree on which one it is. */}
        <time dateTime={day} suppressHydrationWarning>
          {shortDate(day)}
        </time>
      </td>
      <th role="rowheader">
        <Bdi>{description}</Bdi>
        <small>
          {event === undefined ? null : (
            <>
              <Bdi>{event}</Bdi>
              {" · "}
            </>
          )}
          {shares.map((share, position) => (
            <Fragment key={position}>
              {position > 0 ? " · " : null}
              {share.names === null ? (
                position > 0 ? (
                  "everyone else"
                ) : (
                  "everyone"
                )
              ) : (
                <Bdi>{share.names}</Bdi>
              )}{" "}
              <Bdi>{share.amount}</Bdi>
              {share.each ? " each" : null}
            </Fragment>
          ))}
        </small>
      </th>
      <td role="cell">
        <Bdi>{payers}</Bdi>
      </td>
      <td role="cell" translate="no">
        {amount}
      </td>
    </tr>
  ));

export type DayRowsProps = {
  payers: readonly { name: string; look: { className: string; "data-pattern": number | undefined } }[];
  /** In cents: what was spent on the day, what each payer has carried by then, and all have. `day` null: the earlier ones. */
  days: readonly { day: string | null; spent: number; carried: readonly number[]; total: number }[];
};

/** Days with what was spent, and a bar of the running total with each payer's part. */
export function DayRows({ payers, days }: DayRowsProps) {
  // Who has received more in refunds than they paid has no part of the bar.
  const most = Math.max(...days.map(({ carried }) => sumCents(carried.filter((cents) => cents > 0))));
  return days.map(({ day, spent, carried, total }, index) => {
    const parts = payers
      .map((payer, position) => ({ ...payer, cents: carried[position] ?? 0 }))
      .filter(({ cents }) => cents !== 0);
    return (
      <tr role="row" key={index}>
        <th role="rowheader">{day === null ? "Earlier" : <Day iso={day} short />}</th>
        <td role="cell" translate="no">
          {formatCents(spent)}
        </td>
        <td role="cell">
          <span
            aria-hidden
            className="carried flex h-3 w-full overflow-hidden rounded-full [&>:not(:last-child)]:border-r-2 [&>:not(:last-child)]:border-surface"
          >
            {parts.map(({ look, cents }, part) =>
              cents < 0 ? null : (
                <span key={part} {...look} style={{ width: `${((cents / most) * 100).toFixed(2)}%` }} />
              ),
            )}
          </span>
          <span className="sr-only">
            {parts.map(({ name, cents }, part) => (
              <Fragment key={part}>
                {part > 0 ? ", " : null}
                <Bdi>{name}</Bdi> <Bdi>{formatCents(cents)}</Bdi>
              </Fragment>
            ))}
          </span>
        </td>
        <td role="cell" translate="no">
          {formatCents(total)}
        </td>
      </tr>
    );
  });
}

type PaymentLineProps = {
  amount: number;
  pays: [from: string, verb: string, to: string];
  /** When it was made, and how. */
  at?: string | null;
  how?: string | null;
};

/** `Ben paid Ana` */
export function PaymentLine({ amount, pays: [from, verb, to], at, how }: PaymentLineProps) {
  return (
    <li>
      <span>
        <Bdi className="font-bold">{from}</Bdi> {verb} <Bdi className="font-bold">{to}</Bdi>{" "}
        <span className="text-sm text-muted">
          {at ? <LocalDay at={at} /> : null}
          {how ? ` · ${how}` : null}
        </span>
      </span>{" "}
      <Amount dollars={amount} />
    </li>
  );
}
