import { clsx } from "clsx";
import type { Event, Expense, Group, Person, Settlement } from "@/lib/schemas/answers";
import { EventPast } from "@/components/activity/event-past";
import { ActionBar } from "@/components/ui/action-bar";
import { ButtonLink } from "@/components/ui/button-link";
import { Page } from "@/components/ui/page";
import { SectionHeading } from "@/components/ui/section-heading";
import { Icon } from "@/components/ui/icon";
import { toListedExpense } from "@/components/expenses/listed-expense";
import { ExpenseList } from "@/components/expenses/expense-list";
import { addExpensePath } from "@/components/navigation/paths";
import { EventSettlements } from "@/components/settlements/event-settlements";
import { toListedSettlement } from "@/components/settlements/listed-settlement";
import { Contributions } from "./contributions";
import { EventHeader } from "./event-header";
import { EventTotal } from "./event-total";
import { withPlaces } from "./places";

export type EventViewProps = {
  group: Group;
  event: Event;
  settlements: readonly Settlement[];
  /** Where more settled payments start. */
  settledCursor: string | null;
  /** The newest ones; `nextCursor`: where more of them start. */
  expenses: readonly Expense[];
  nextCursor: string | null;
};

/** The event screen: what it cost, who owes whom, what was settled, and the expenses. */
export function EventView({
  group,
  event,
  settlements,
  settledCursor,
  expenses,
  nextCursor,
}: EventViewProps) {
  const people: Person[] = [];
  return (
    <Page width="wide">
      {/* On a phone the action comes last, where the thumb is; on wide screens it follows the heading. */}
      <div className="flex flex-1 flex-col gap-6 max-sm:*:-order-1 max-sm:[&>.sticky]:order-none">
        <EventHeader group={group} event={event} />
        <ActionBar>
          <ButtonLink href={addExpensePath(group._id, event._id)} icon={<Icon className="icon-plus" />}>
            Add Expense
          </ButtonLink>
        </ActionBar>
        <div className="grid gap-8 lg:grid-cols-2 lg:items-start">
          <div className="flex min-w-0 flex-col gap-8">
            <EventSettlements
              eventId={event._id}
              people={people}
              settlements={withPlaces(settlements.map(toListedSettlement), people)}
              settledCursor={settledCursor}
            >
              <EventTotal event={event} />
            </EventSettlements>
          </div>
          {/* Of an event without expenses the way to the first one comes before all that is empty. */}
          <div
            className={clsx("flex min-w-0 flex-col gap-8", event.expenseCount === 0 && "max-lg:order-first")}
          >
            <Contributions people={people} contributions={withPlaces(event.contributions, people)} />
            <section aria-labelledby="expenses" className="flex flex-col gap-3">
              <SectionHeading id="expenses">Expenses ({event.expenseCount}):</SectionHeading>
              <ExpenseList
                event={{ _id: event._id, groupId: group._id }}
                people={people}
                expenses={withPlaces(expenses.map(toListedExpense), people)}
                nextCursor={nextCursor}
              />
            </section>
            <EventPast groupId={group._id} eventId={event._id} />
          </div>
        </div>
      </div>
    </Page>
  );
}
