"use client";

import { useMemo, useState, type ReactNode } from "react";
import type { Person } from "@/lib/schemas/answers";
import { withPeople, type Placed } from "@/components/events/places";
import { whyPath } from "@/components/navigation/paths";
import { useFurtherRows } from "@/components/refresh/use-further-rows";
import type { ListedSettlement } from "./listed-settlement";
import { MyBalance } from "./my-balance";
import { SettledTransactions } from "./settled-transactions";
import { UnsettledTransactions } from "./unsettled-transactions";
import { useSettle } from "./use-settle";

export type EventSettlementsProps = {
  event: { _id: string; groupId: string; expenseCount: number };
  people: readonly Person[];
  settlements: readonly Placed<ListedSettlement>[];
  /** Where more settled payments start; null: these are all. */
  settledCursor: string | null;
  /** Stands beneath the viewer's balance. */
  total: ReactNode;
  /** Stands between the viewer's balance and what others owe each other. */
  action: ReactNode;
  expenses: ReactNode;
  /** Stands at the end. */
  children: ReactNode;
};

/**
 * The parts of the event screen in their order. Balance, unsettled and settled payments all follow a payment that is
 * being settled. On wide screens what is open stays in sight beside the expenses.
 */
export function EventSettlements(props: EventSettlementsProps) {
  const { event, people, settlements: placed, settledCursor, total, action, expenses, children } = props;
  const rendered = useMemo(() => withPeople<ListedSettlement>(placed, people), [placed, people]);
  const { rows, ...list } = useFurtherRows(`/api/settlements?eventId=${event._id}`, rendered, settledCursor);
  const { settlements, settle, unsettle } = useSettle(rows);
  const [minimal, setMinimal] = useState(false);
  const unsettled = settlements.filter((one) => !one.settled);
  const settled = settlements.filter((one) => one.settled);
  const whyOf = ({ _id }: ListedSettlement) => whyPath(event.groupId, event._id, _id);
  return (
    <div className="event-columns">
      <section aria-label="Balance" className="event-side">
        <MyBalance
          unsettled={unsettled}
          empty={event.expenseCount === 0}
          whyOf={whyOf}
          canSettle={!minimal}
          onSettle={settle}
        >
          {total}
        </MyBalance>
        {action}
        <UnsettledTransactions
          unsettled={unsettled}
          whyOf={whyOf}
          minimal={minimal}
          onMinimal={setMinimal}
          onSettle={settle}
        />
      </section>
      <div className="event-main">
        {expenses}
        <SettledTransactions settled={settled} people={people} onUnsettle={unsettle} list={list} />
        {children}
      </div>
    </div>
  );
}
