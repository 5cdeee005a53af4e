import { formatDollars } from "@/lib/core/money/money";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { Settlement } from "@/lib/contract/settlements";
import { ActivityLink, EventLinks } from "@/components/activity/group-links";
import { ActionBar } from "@/components/ui/action-bar";
import { ButtonLink } from "@/components/ui/button-link";
import { Page, PageHeader } from "@/components/ui/page";
import { Section } from "@/components/ui/section";
import { Icon } from "@/components/ui/icon";
import { toListedExpense } from "@/components/expenses/listed-expense";
import { ExpenseList } from "@/components/expenses/expense-list";
import { mayChange } from "@/components/expenses/may-change";
import { SelectExpenses } from "@/components/expenses/select-expenses";
import { addExpensePath, editEventPath, groupPath, searchPath, statementPath } from "@/lib/paths";
import { EventSettlements } from "@/components/settlements/event-settlements";
import { toListedSettlement } from "@/components/settlements/listed-settlement";
import { shortNames } from "@/components/people/short-names";
import { TableModeLink } from "../links/table-mode-link";
import { CloseEvent, ReopenEvent } from "./close-event";
import { Contributions } from "../statements/contributions";
import { peopleIn, withPersonIndexes } from "@/components/people/person-indexes";
import { LocalDay, Day } from "@/components/ui/day";
import { Bdi } from "@/components/ui/bdi";
import { AvatarStack } from "@/components/people/avatar-stack";
import { IconLink } from "@/components/ui/icon-button";
import { Title } from "@/components/ui/title";

export type EventScreenProps = {
  viewerId: string;
  group: Group;
  event: Event;
  settlements: readonly Settlement[];
  /** Where more unsettled payments between others start. */
  openCursor?: string | null;
  /** Where more settled payments start. */
  settledCursor: string | null;
  /** The newest expenses; `nextCursor`: where more of them start. */
  expenses: readonly Expense[];
  nextCursor: string | null;
  /** False if it is one-to-one with a former friend: no debts are added. */
  friends?: boolean;
};

/** The event screen: the viewer's balance, who owes whom, the expenses, and the settled payments. */
export function EventScreen({
  viewerId,
  group,
  event,
  settlements,
  openCursor = null,
  settledCursor,
  expenses,
  nextCursor,
  friends = true,
}: EventScreenProps) {
  const payments = settlements.map(toListedSettlement);
  const listed = expenses.map((expense) => toListedExpense(expense, viewerId));
  const people = peopleIn([...payments, ...listed]);
  const closed = event.closedAt !== null;
  const canAdd = friends && !closed;
  // One object, which is sent to the browser once.
  const eventRef = { _id: event._id, groupId: group._id, expenseCount: event.expenseCount, closed };
  const addExpense = {
    href: addExpensePath(group._id, event._id),
    icon: "icon-plus",
    children: "Add Expense",
  };
  return (
    <Page>
      <EventHeader group={group} event={event} />
      {event.closedAt && event.closedBy ? (
        <ClosedNotice
          event={eventRef}
          at={event.closedAt}
          by={
            event.closedBy._id === viewerId
              ? null
              : shortNames([...group.members, event.closedBy])(event.closedBy._id)
          }
        />
      ) : null}
      <EventSettlements
        event={eventRef}
        people={people}
        settlements={withPersonIndexes(payments, people)}
        openCursor={openCursor}
        settledCursor={settledCursor}
        balance={
          <>
            <h2 className="flex flex-wrap items-baseline gap-x-2">
              <span>Total Expenses:</span>{" "}
              <span translate="no" className="font-bold tabular-nums">
                {formatDollars(event.total)}
              </span>
            </h2>
            {canAdd ? <ButtonLink {...addExpense} className="max-sm:hidden" /> : null}
            <EventLinks event={eventRef} canRecord={friends} hasStatement={!closed && !group.pair} />
          </>
        }
        expenses={
          <>
            <Section
              id="expenses"
              heading={`Expenses (${event.expenseCount}):`}
              action={
                !closed && (nextCursor !== null || expenses.some((one) => mayChange(viewerId, one))) ? (
                  <SelectExpenses event={eventRef} />
                ) : null
              }
            >
              <ExpenseList
                event={eventRef}
                hasSettled={settlements.some(({ settled }) => settled)}
                people={people}
                expenses={withPersonIndexes(listed, people)}
                nextCursor={nextCursor}
              />
            </Section>
            <Contributions contributions={event.contributions} />
          </>
        }
      >
        <div className="flex flex-wrap gap-x-4">
          <ActivityLink event={eventRef} />
          {closed || group.pair ? null : (
            <>
              <TableModeLink event={eventRef} />
              <CloseEvent event={eventRef} title={event.title} />
            </>
          )}
        </div>
      </EventSettlements>
      {canAdd ? (
        <ActionBar phoneOnly>
          <ButtonLink {...addExpense} />
        </ActionBar>
      ) : null}
    </Page>
  );
}

type ClosedNoticeProps = {
  event: { _id: string; groupId: string };
  /** ISO */
  at: string;
  /** The short name of who closed it; null: the viewer. */
  by: string | null;
};

/** Says that an event is closed, and leads to its statement. Members can reopen it. */
function ClosedNotice({ event, at, by }: ClosedNoticeProps) {
  return (
    <section
      aria-label="Closed"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-field bg-brand-soft px-4 py-3"
    >
      <p className="flex items-center gap-3 font-bold">
        <Icon className="icon-lock size-5 shrink-0 text-brand" />
        <span>
          Closed on <LocalDay at={at} /> by {by === null ? "you" : <Bdi>{by}</Bdi>}.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="secondary" href={statementPath(event.groupId, event._id)}>
          See the statement
        </ButtonLink>
        <ReopenEvent eventId={event._id} />
      </div>
    </section>
  );
}

/**
 * The event's title with the search, and the pencil while it is open, its group, date, and participants; of what two
 * friends share, the title and the search.
 */
function EventHeader({ group, event }: { group: Group; event: Event }) {
  const search = <IconLink icon="icon-search" href={searchPath({ event: event._id })} aria-label="Search" />;
  if (group.pair) {
    return (
      <PageHeader
        title={<Title>{event.title}</Title>}
        detail={<AvatarStack people={event.participants} />}
        backTo="/friends"
        action={search}
      />
    );
  }
  return (
    <PageHeader
      title={<Title>{event.title}</Title>}
      detail={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="parts">
            <Bdi>{group.title}</Bdi> <Day iso={event.date} />
          </span>
          <AvatarStack people={event.participants} max={6} />
        </span>
      }
      backTo={groupPath(group._id)}
      action={
        <>
          {search}
          {event.closedAt ? null : (
            <IconLink
              className="members-only"
              icon="icon-pencil"
              href={editEventPath(group._id, event._id)}
              aria-label="Edit event"
            />
          )}
        </>
      }
    />
  );
}
