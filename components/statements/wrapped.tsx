import { formatDollars } from "@/lib/core/money/money";
import { shortDate } from "@/lib/core/text/dates";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Statement, StatementExpense } from "@/lib/contract/statements";
import type { ReactNode } from "react";
import { Bdi } from "@/components/ui/bdi";
import { Card, type CardProps } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { StatementFigure } from "./statement-figure";

export type WrappedProps = {
  statement: Statement;
  /** The expense with the largest amount. */
  largest: StatementExpense;
  /** The short name of a person by id. */
  nameOf: (id: string) => string;
};

/** What a closed event comes down to: three cards, and the picture to share. */
export function Wrapped({ statement, largest, nameOf }: WrappedProps) {
  const { event, people, made, left } = statement;
  const most = people.reduce((top, one) => (one.paid > top.paid ? one : top));
  const payments = left.length || made.length;
  return (
    <Section id="wrapped" heading="Wrapped" className="gap-4 print:hidden">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Fact tone="sun" label="Biggest bill" value={formatDollars(largest.amount)}>
          <time dateTime={largest.day}>{shortDate(largest.day)}</time> · <Bdi>{largest.description}</Bdi>
        </Fact>
        <Fact tone="owed" label="Paid most" value={nameOf(most.user._id)}>
          <Bdi>{formatDollars(most.paid)}</Bdi> of <Bdi>{formatDollars(event.total)}</Bdi>
        </Fact>
        <Fact tone="brand" label="Fewest payments" value={String(payments)}>
          {payments === 0
            ? "Everyone is even."
            : `${left.length > 0 ? "settle" : "settled"} ${pluralize(event.expenseCount, "expense")}`}
        </Fact>
      </div>
      <StatementFigure statement={statement} share={`${event.title}, wrapped.`} />
    </Section>
  );
}

type FactProps = { tone: CardProps["tone"]; label: string; value: string; children: ReactNode };

function Fact({ tone, label, value, children }: FactProps) {
  return (
    <Card tone={tone} className="flex flex-col gap-1 wrap-anywhere max-sm:first:col-span-2">
      <h3 className="text-sm font-bold">{label}</h3>
      <p className="text-2xl/8 font-extrabold tracking-tight tabular-nums">
        <Bdi>{value}</Bdi>
      </p>
      <p className="text-sm">{children}</p>
    </Card>
  );
}
