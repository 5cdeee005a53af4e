import { Fragment, type ReactNode } from "react";
import { MAX_PRINTED } from "@/lib/core/limits";
import { PAYMENT_METHOD_NAMES } from "@/lib/core/settlements";
import { formatCount, pluralize } from "@/lib/core/text/pluralize";
import type { Statement } from "@/lib/contract/statements";
import { statementPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { Card } from "@/components/ui/card";
import { LocalDay } from "@/components/ui/day";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { PaymentLine } from "./statement-rows";

// The lists of payments of a statement. Their keys are positions: a page contains the keys of its lists, and ids are
// nobody else's business.

/** A card on paper, which may end on another page: without a frame. */
export const ON_PAPER = "print:border-0 print:p-0";

export type ListProps = {
  statement: Statement;
  /** How many rows are shown. */
  rows: number;
  /** The short name of a person by id. */
  nameOf: (id: string) => string;
};

/** `query`: the rest of the page's query, such as `from=2026-11-01&`. */
type MoreProps = { id: string; rows: number; of: number; query?: string | undefined };

/** Leads to the same page with all rows, which works without JavaScript. */
export function More({ id, rows, of, query = "" }: MoreProps) {
  if (of <= rows) return null;
  return (
    <p className="pt-2">
      {`and ${formatCount(of - rows)} more. `}
      {rows < MAX_PRINTED ? (
        <a href={`?${query}all=1#${id}`} className="font-bold underline print:hidden">
          Show all
        </a>
      ) : null}
    </p>
  );
}

export type PaymentsMadeProps = Omit<ListProps, "statement"> & {
  statement: Pick<Statement, "made">;
  /** How many there are, if these are the first ones. */
  count?: number;
  query?: string;
};

export const PaymentsMade = ({ statement: { made }, rows, nameOf, count, query }: PaymentsMadeProps) => (
  <Payments
    id="made"
    rows={rows}
    heading="Payments made"
    empty="No payment has been made."
    count={count}
    query={query}
  >
    {made.map(({ from, to, amount, settledAt, method }, index) => (
      <PaymentLine
        key={index}
        amount={amount}
        pays={[nameOf(from._id), "paid", nameOf(to._id)]}
        at={settledAt}
        how={method && PAYMENT_METHOD_NAMES[method]}
      />
    ))}
  </Payments>
);

export const PaymentsLeft = ({ statement: { left }, rows, nameOf }: ListProps) => (
  <Payments id="left" rows={rows} heading="Payments left" empty="Nothing is left to pay.">
    {left.map(({ from, to, amount }, index) => (
      <PaymentLine key={index} amount={amount} pays={[nameOf(from._id), "pays", nameOf(to._id)]} />
    ))}
  </Payments>
);

/** The plans that were used, and what those of the group moved to other events. */
export function PlansUsed({ statement, rows, nameOf }: ListProps) {
  const { plans, transfers } = statement;
  if (plans.length === 0) return null;
  return (
    <Payments
      id="plans"
      rows={rows}
      heading="Plans used"
      lead={
        <>
          <ul role="list" className="-mt-2 text-muted">
            {plans.slice(0, rows).map(({ of, usedBy, usedAt }, index) => (
              <li key={index}>
                <LocalDay at={usedAt} />: <Bdi>{nameOf(usedBy._id)}</Bdi>{" "}
                {of === "event"
                  ? "replaced the open payments with fewer ones. Nobody's balance changed."
                  : "settled all events of the group together."}
              </li>
            ))}
          </ul>
          <More id="plans" rows={rows} of={plans.length} />
          {transfers.length > 0 ? <SettledWith {...statement} /> : null}
        </>
      }
    >
      {transfers.map(({ from, to, amount }, index) => (
        <PaymentLine key={index} amount={amount} pays={[nameOf(from._id), "to", nameOf(to._id)]} />
      ))}
    </Payments>
  );
}

/** How many of the other events of plans are named. */
const NAMED = 5;

/** With which other events plans of the group settled this one. Whoever has a link to the statement sees none of them. */
function SettledWith({ event, offsets }: Pick<Statement, "event" | "offsets">) {
  const more = offsets.length - NAMED;
  return (
    <p className="text-muted">
      Moved to{" "}
      {offsets.length === 0
        ? "other events"
        : offsets.slice(0, NAMED).map(({ _id, title }, index) => (
            <Fragment key={_id}>
              {index > 0 ? ", " : null}
              <Link href={statementPath(event.groupId, _id)} className="underline">
                <Bdi>{title}</Bdi>
              </Link>
            </Fragment>
          ))}
      {more > 0 ? `, and ${pluralize(more, "more event")}` : null}
      {", where it is offset:"}
    </p>
  );
}

type PaymentsProps = {
  id: string;
  /** How many are shown. */
  rows: number;
  heading: string;
  lead?: ReactNode;
  /** Shown if there are no children. */
  empty?: string;
  /** How many there are, if the children are the first ones. */
  count?: number | undefined;
  query?: string | undefined;
  children: readonly ReactNode[];
};

function Payments({ id, rows, heading, lead, empty, count, query, children }: PaymentsProps) {
  return (
    <Section id={id} heading={heading}>
      {lead}
      {children.length > 0 ? (
        <Card className={ON_PAPER}>
          <ul
            role="list"
            className="divide-y divide-line *:flex *:flex-wrap *:items-baseline *:justify-between *:gap-x-4 *:py-2 *:wrap-anywhere *:first:pt-0 *:last:pb-0 print:*:break-inside-avoid print:*:py-0.5"
          >
            {children.slice(0, rows)}
          </ul>
          <More id={id} rows={rows} of={count ?? children.length} query={query} />
        </Card>
      ) : empty ? (
        <p className="text-muted">{empty}</p>
      ) : null}
    </Section>
  );
}
