"use client";

import { useMemo, useState, type ReactNode } from "react";
import type { Person } from "@/lib/contract/people";
import { withPeople, type WithPersonIndexes } from "@/components/people/person-indexes";
import { whyPath } from "@/lib/paths";
import { EventColumns } from "@/components/events/event-columns";
import { useLoadMore } from "@/components/refresh/use-load-more";
import type { ListedSettlement } from "./listed-settlement";
import { MyBalance } from "./my-balance";
import { SettledTransactions } from "./settled-transactions";
import { UnsettledTransactions } from "./unsettled-transactions";
import { useSettle } from "./use-settle";

export type EventSettlementsProps = {
  event: { _id: string; groupId: string; expenseCount: number; closed: boolean };
  people: readonly Person[];
  settlements: readonly WithPersonIndexes<ListedSettlement>[];
  /** Where more unsettled payments start; null if there are none. */
  openCursor: string | null;
  /** Where more settled payments start; null if there are none. */
  settledCursor: string | null;
  /** Shown below the viewer's balance. */
  balance: ReactNode;
  expenses: ReactNode;
  /** Shown at the end. */
  children: ReactNode;
};

/**
 * The sections of the event screen in their order. Balance, unsettled, and settled payments all update at once when a
 * payment is settled. On wide screens, the open payments stay in view beside the expenses.
 */
export function EventSettlements(props: EventSettlementsProps) {
  const {
    event,
    people,
    settlements: placed,
    openCursor,
    settledCursor,
    balance,
    expenses,
    children,
  } = props;
  const rendered = useMemo(() => {
    const all = withPeople<ListedSettlement>(placed, people);
    return { open: all.filter((one) => !one.settled), paid: all.filter((one) => one.settled) };
  }, [placed, people]);
  const list = (settled: "true" | "false") => ({ query: { eventId: event._id, settled } });
  const open = useLoadMore("GET /api/settlements", list("false"), rendered.open, openCursor);
  const paid = useLoadMore("GET /api/settlements", list("true"), rendered.paid, settledCursor);
  const { settlements, settle, unsettle } = useSettle([...open.rows, ...paid.rows]);
  const [minimal, setMinimal] = useState(false);
  const unsettled = settlements.filter((one) => !one.settled);
  const settled = settlements.filter((one) => one.settled);
  const whyOf = ({ _id }: ListedSettlement) => whyPath(event.groupId, event._id, _id);
  return (
    <EventColumns
      label="Balance"
      side={
        <>
          <MyBalance unsettled={unsettled} empty={event.expenseCount === 0}>
            {balance}
          </MyBalance>
          <UnsettledTransactions
            event={event}
            unsettled={unsettled}
            more={open.more}
            whyOf={whyOf}
            minimal={minimal}
            onMinimal={setMinimal}
            onSettle={settle}
          />
        </>
      }
      main={
        <>
          {expenses}
          <SettledTransactions
            settled={settled}
            empty={event.expenseCount === 0}
            people={people}
            onUnsettle={unsettle}
            more={paid.more}
          />
          {children}
        </>
      }
    />
  );
}
