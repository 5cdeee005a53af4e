"use client";

import { balanceToCents, formatCents } from "@/lib/core/money";
import { sumCents } from "@/lib/core/totals";
import type { Settlement } from "@/lib/schemas/answers";
import { shortNames } from "@/components/people/short-names";
import { DebtText } from "@/components/settlements/debt-text";
import { Amount } from "@/components/ui/amount";

/** Who owes whom how many dollars. */
export type Debt = Pick<Settlement, "from" | "to" | "amount">;

/** How many are shown at first. A single further one is not folded. */
const SHOWN = 4;

/** In the question before an event or a group is deleted: what people still owe each other in it, the largest first. */
export function DeletedPayments({ debts }: { debts: readonly Debt[] }) {
  if (debts.length === 0) return null;
  const nameOf = shortNames(debts.flatMap(({ from, to }) => [from, to]));
  const named = [...debts]
    .sort((a, b) => b.amount - a.amount)
    .map(({ from, to, amount }) => ({
      from: { ...from, name: nameOf(from._id) },
      to: { ...to, name: nameOf(to._id) },
      amount,
    }));
  const first = named.slice(0, named.length > SHOWN + 1 ? SHOWN : named.length);
  const rest = named.slice(first.length);
  return (
    <div className="mt-4 flex flex-col gap-2 text-ink">
      <p className="font-bold">
        {debts.length === 1
          ? "1 unsettled payment is deleted with it:"
          : `${debts.length} unsettled payments, ${totalOf(debts)} in all, are deleted with it:`}
      </p>
      <DebtList debts={first} />
      {rest.length > 0 ? (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-bold text-brand">
            {`and ${rest.length} more, ${totalOf(rest)}`}
          </summary>
          <DebtList debts={rest} />
        </details>
      ) : null}
    </div>
  );
}

function DebtList({ debts }: { debts: readonly Debt[] }) {
  return (
    <ul role="list" className="divide-y divide-line">
      {debts.map(({ from, to, amount }, index) => (
        // The same two people can owe each other in several events.
        <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span className="min-w-0 wrap-anywhere">
            <DebtText from={from} to={to} />
          </span>{" "}
          <Amount dollars={amount} size="sm" />
        </li>
      ))}
    </ul>
  );
}

const totalOf = (debts: readonly Debt[]) =>
  formatCents(sumCents(debts.map(({ amount }) => balanceToCents(amount))));
