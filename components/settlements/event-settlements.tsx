"use client";

import { useMemo, type ReactNode } from "react";
import type { Person } from "@/lib/schemas/answers";
import { withPeople, type Placed } from "@/components/events/places";
import { useFurtherRows } from "@/components/refresh/use-further-rows";
import { Card } from "@/components/ui/card";
import type { ListedSettlement } from "./listed-settlement";
import { SettledTransactions } from "./settled-transactions";
import { TransactionsSummary } from "./transactions-summary";
import { UnsettledTransactions } from "./unsettled-transactions";
import { useSettle } from "./use-settle";

export type EventSettlementsProps = {
  eventId: string;
  people: readonly Person[];
  settlements: readonly Placed<ListedSettlement>[];
  /** Where more settled payments start; null: these are all. */
  settledCursor: string | null;
  /** Stands above the viewer's own balances. */
  children: ReactNode;
};

/** Who owes whom in an event, and what was settled; all three parts follow a payment that is being settled. */
export function EventSettlements({
  eventId,
  people,
  settlements: placed,
  settledCursor,
  children,
}: EventSettlementsProps) {
  const rendered = useMemo(() => withPeople<ListedSettlement>(placed, people), [placed, people]);
  const { rows, ...list } = useFurtherRows(`/api/settlements?eventId=${eventId}`, rendered, settledCursor);
  const { settlements, settle, unsettle } = useSettle(rows);
  const unsettled = settlements.filter((one) => !one.settled);
  const settled = settlements.filter((one) => one.settled);
  return (
    <>
      <Card className="flex flex-col gap-4">
        {children}
        <TransactionsSummary unsettled={unsettled} />
      </Card>
      <UnsettledTransactions unsettled={unsettled} onSettle={settle} />
      <SettledTransactions settled={settled} onUnsettle={unsettle} list={list} />
    </>
  );
}
