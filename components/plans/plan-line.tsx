"use client";

import { balanceToCents, formatDollars } from "@/lib/core/money/money";
import { planInWords } from "@/lib/core/plans";
import { isolate } from "@/lib/core/text/isolate";
import type { Person } from "@/lib/contract/people";
import type { PlannedPayment, WhyLine } from "@/lib/contract/settlements";
import { expensePath } from "@/lib/paths";
import { shortNames } from "@/components/people/short-names";
import { useCurrentUser } from "@/components/session/current-user";
import { Day, LocalDay } from "@/components/ui/day";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { ListRow } from "@/components/ui/list";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { DebtChange } from "../settlements/debt-change";
import { UndoPlan } from "../settlements/undo-buttons";

export type PlanLineProps = {
  event: { groupId: string; closed: boolean };
  line: WhyLine;
  /** The person whose debt is explained. */
  debtor: Person;
};

/** A plan that changed a debt: who used it, which payments of the debtor it replaced, and the expenses behind those. */
export function PlanLine({ event, line, debtor }: PlanLineProps) {
  const { id } = useCurrentUser();
  const { plan, paidBy, date, amount } = line;
  if (!plan) return null;
  const { replaced, payments, behind } = plan;
  const shortName = shortNames([
    ...[paidBy, debtor],
    ...[...replaced, ...payments].flatMap(({ from, to }) => [from, to]),
    ...behind.map(({ person }) => person),
  ]);
  const nameOf = (person: Person) => (person._id === id ? "you" : isolate(shortName(person._id)));
  const sides = (all: readonly PlannedPayment[]) => ({
    pays: all.filter(({ from }) => from._id === debtor._id).map(({ to, amount }) => named(to, amount)),
    gets: all.filter(({ to }) => to._id === debtor._id).map(({ from, amount }) => named(from, amount)),
  });
  const named = (person: Person, dollars: number) => ({
    name: nameOf(person),
    cents: balanceToCents(dollars),
  });
  const effect = { before: sides(replaced), after: sides(payments) };
  return (
    <ListRow
      className="row-details-below"
      leading={
        <span className="why-kind">
          <Icon className="icon-merge" />
        </span>
      }
      title={
        <>
          <Sentence>{`Simplified by ${nameOf(paidBy)} on `}</Sentence>
          <LocalDay at={date} />
        </>
      }
      detail={
        <span className="block text-base first-letter:uppercase">
          <Sentence>{planInWords(effect, debtor._id === id ? null : nameOf(debtor))}</Sentence>
        </span>
      }
      trailing={<DebtChange amount={amount} debtor={debtor} />}
    >
      <div className="order-2 flex w-full flex-wrap items-start gap-x-4">
        {event.closed ? null : <UndoPlan scope={plan.scope} planId={plan._id} />}
        {behind.length > 0 ? (
          <Disclosure name={`plan-${plan._id}`} summary="Expenses behind it">
            <ul role="list" className="divide-y divide-line">
              {behind.map(({ _id, eventId, description, date: day, person, amount: dollars }) => (
                <li key={`${_id}:${person._id}`} className="flex flex-wrap items-baseline gap-x-4 py-2">
                  <Link
                    href={expensePath(event.groupId, eventId, _id)}
                    className="min-w-0 flex-1 font-semibold"
                  >
                    <Bdi>{description}</Bdi>
                  </Link>{" "}
                  <span className="text-sm text-muted">
                    <Day iso={day} short />
                  </span>{" "}
                  <span className="whitespace-nowrap tabular-nums">
                    <Sentence>{`${dollars > 0 ? "to" : "from"} ${nameOf(person)} ${formatDollars(Math.abs(dollars))}`}</Sentence>
                  </span>
                </li>
              ))}
            </ul>
          </Disclosure>
        ) : null}
      </div>
    </ListRow>
  );
}
