"use client";

import { clsx } from "clsx";
import { Plus } from "lucide-react";
import type { Group } from "@/lib/schemas/answers";
import { ActionBar } from "@/components/ui/action-bar";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Page } from "@/components/ui/page";
import { ExpenseList } from "@/components/expenses/expense-list";
import { SettledTransactions } from "@/components/settlements/settled-transactions";
import { TransactionsSummary } from "@/components/settlements/transactions-summary";
import { UnsettledTransactions } from "@/components/settlements/unsettled-transactions";
import { useSettle } from "@/components/settlements/use-settle";
import { Contributions } from "./contributions";
import { EventHeader } from "./event-header";
import { EventTotal } from "./event-total";
import { Gone } from "@/components/navigation/gone";
import { addExpensePath, groupPath } from "@/components/navigation/paths";
import { useEvent, type EventData } from "./use-event";

/** The event screen: what it cost, who owes whom, what was settled, and the expenses. */
export function EventView({
  group,
  moreSettled = false,
  ...rendered
}: EventData & {
  group: Group;
  /** There are more settled payments than those rendered. */
  moreSettled?: boolean;
}) {
  const { event, settlements, mutateSettlements, expenses, gone, expensesChanged } = useEvent(rendered);
  const settling = useSettle(settlements, mutateSettlements);
  const unsettled = settlements.filter(({ settled }) => !settled);

  if (gone) {
    return (
      <Page>
        <Gone what="This event" href={groupPath(group._id)} wayOn="Back to the group" />
      </Page>
    );
  }
  return (
    <Page width="wide">
      {/* On a phone the action comes last, where the thumb is; on wide screens it follows the heading. */}
      <div className="flex flex-1 flex-col gap-6 max-sm:*:-order-1 max-sm:[&>.sticky]:order-none">
        <EventHeader group={group} event={event} />
        <ActionBar>
          <ButtonLink href={addExpensePath(group._id, event._id)} icon={<Plus aria-hidden />}>
            Add Expense
          </ButtonLink>
        </ActionBar>
        <div className="grid gap-8 lg:grid-cols-2 lg:items-start">
          <div className="flex min-w-0 flex-col gap-8">
            <Card className="flex flex-col gap-4">
              <EventTotal event={event} />
              <TransactionsSummary unsettled={unsettled} />
            </Card>
            <UnsettledTransactions unsettled={unsettled} settling={settling} />
            <SettledTransactions
              eventId={event._id}
              settlements={settlements}
              hasMore={moreSettled}
              settling={settling}
            />
          </div>
          {/* Of an event without expenses the way to the first one comes before all that is empty. */}
          <div
            className={clsx("flex min-w-0 flex-col gap-8", event.expenseCount === 0 && "max-lg:order-first")}
          >
            <Contributions contributions={event.contributions} />
            <ExpenseList event={event} list={expenses} onDeleted={expensesChanged} />
          </div>
        </div>
      </div>
    </Page>
  );
}
