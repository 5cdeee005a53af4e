import type { ReactNode } from "react";
import { balanceToCents, formatCents, sumCents } from "@/lib/core/money/money";
import { formatCount } from "@/lib/core/text/pluralize";
import type { Settlement } from "@/lib/contract/settlements";
import { shortNames } from "@/components/people/short-names";
import { Amount } from "@/components/ui/amount";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { Icon } from "@/components/ui/icon";

/** Who owes whom how many dollars. */
export type Debt = Pick<Settlement, "from" | "to" | "amount">;

/** How many are shown at first. A single further one is not folded. */
const SHOWN = 3;
/** How many of the others are listed. */
const LISTED = 20;

type DeletedPaymentsProps = {
  viewerId: string;
  debts: readonly Debt[];
  /** Whether there are more than these, so that only their least number is known. */
  more?: boolean | undefined;
};

/**
 * In the question before an event or a group is deleted: what people still owe each other in it, the largest first.
 * For a group, it runs on the server, so it adds no JavaScript to the form.
 */
export function DeletedPayments({ viewerId, debts, more = false }: DeletedPaymentsProps) {
  if (debts.length === 0) return null;
  if (more) {
    return (
      <p className="mt-4 font-bold text-ink">
        {`At least ${formatCount(debts.length)} unsettled payments are deleted with it.`}
      </p>
    );
  }
  const shortName = shortNames(debts.flatMap(({ from, to }) => [from, to]));
  const nameOf = (id: string, you: string) => (id === viewerId ? you : <Bdi>{shortName(id)}</Bdi>);
  const sorted = [...debts].sort((a, b) => b.amount - a.amount);
  const first = sorted.slice(0, sorted.length > SHOWN + 1 ? SHOWN : sorted.length);
  const rest = sorted.slice(first.length);
  return (
    <div className="mt-4 flex flex-col gap-2 text-ink">
      <p className="font-bold">
        <Sentence>
          {debts.length === 1
            ? "1 unsettled payment is deleted with it:"
            : `${formatCount(debts.length)} unsettled payments, ${totalOf(debts)} in all, are deleted with it:`}
        </Sentence>
      </p>
      <DebtList {...{ viewerId, nameOf }} debts={first} />
      {rest.length > 0 ? (
        <details>
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-bold text-brand [&::-webkit-details-marker]:hidden">
            <span>
              and {formatCount(rest.length)} more, <Bdi>{totalOf(rest)}</Bdi>
            </span>
            <Icon className="icon-chevron-right size-4 transition-transform duration-150 [[open]>summary>&]:rotate-90 rtl:rotate-180" />
          </summary>
          <DebtList {...{ viewerId, nameOf }} debts={rest.slice(0, LISTED)} />
          {rest.length > LISTED ? (
            <p>
              and {formatCount(rest.length - LISTED)} more, <Bdi>{totalOf(rest.slice(LISTED))}</Bdi>
            </p>
          ) : null}
        </details>
      ) : null}
    </div>
  );
}

type DebtListProps = Omit<DeletedPaymentsProps, "more"> & { nameOf: (id: string, you: string) => ReactNode };

function DebtList({ viewerId, debts, nameOf }: DebtListProps) {
  return (
    <ul role="list" className="divide-y divide-line">
      {debts.map(({ from, to, amount }, index) => (
        // The same two people can owe each other in several events.
        <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span className="min-w-0 wrap-anywhere">
            {nameOf(from._id, "You")} {from._id === viewerId ? "owe" : "owes"} {nameOf(to._id, "you")}
          </span>{" "}
          <Amount dollars={amount} size="sm" />
        </li>
      ))}
    </ul>
  );
}

const totalOf = (debts: readonly Debt[]) =>
  formatCents(sumCents(debts.map(({ amount }) => balanceToCents(amount))));
