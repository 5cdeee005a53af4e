import { clsx } from "clsx";
import { Fragment } from "react";
import { formatDollars } from "@/lib/core/money/money";
import { dateOnly } from "@/lib/core/text/dates";
import type { Activity } from "@/lib/contract/activity";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import { ExpenseHistory } from "@/components/activity/expense-history";
import { ActionBar } from "@/components/ui/action-bar";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { Avatar } from "@/components/people/avatar";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { pluralize } from "@/lib/core/text/pluralize";
import { LocalDay } from "@/components/ui/day";
import { Page } from "@/components/ui/page";
import { QuietLink } from "@/components/ui/quiet-link";
import { Section } from "@/components/ui/section";
import { Title } from "@/components/ui/title";
import { copyExpensePath, editExpensePath, eventPath, seriesPath } from "@/lib/paths";
import { IconLink } from "@/components/ui/icon-button";
import { DeleteExpense } from "./delete-expense";
import { shownDetails } from "./expense-details";
import { ExpenseShares } from "./expense-shares";
import { mayChange, mayDelete } from "./may-change";
import { MoveExpense } from "./move-expense";
import { partIn } from "./my-part";

export type ExpenseScreenProps = {
  viewerId: string;
  event: Event;
  expense: Expense;
  /** The latest activity; `nextCursor`: where more of it starts. */
  history: { rows: readonly Activity[]; nextCursor: string | null };
};

/**
 * Expense Details: description, amount, paid by, participants, 'Created on', and the optional fields.
 */
export function ExpenseScreen({ viewerId, event, expense, history }: ExpenseScreenProps) {
  const { description, amount, payers, recordedBy, splitWith, createdAt } = expense;
  const { category, ...others } = shownDetails;
  const shareOf = new Map(expense.shares.map((share) => [share.user, share.amount]));
  const isRefund = amount < 0;
  const closed = event.closedAt !== null;
  const editable = !closed && mayChange(viewerId, expense);

  return (
    <Page
      title={<Title>{description}</Title>}
      detail={<Bdi>{event.title}</Bdi>}
      backTo={eventPath(event.groupId, event._id)}
      action={
        closed ? null : (
          <>
            {editable ? (
              <MoveExpense
                event={{ _id: event._id, groupId: event.groupId }}
                expense={{ _id: expense._id, description, rev: expense.rev }}
                people={[...payers.map(({ user }) => user), recordedBy, ...splitWith].map(({ _id }) => _id)}
              />
            ) : null}
            <IconLink
              icon="icon-copy"
              href={copyExpensePath(event.groupId, event._id, expense._id)}
              aria-label="Copy"
            />
          </>
        )
      }
    >
      <MyPosition part={partIn(expense, viewerId)} isRefund={isRefund} />
      <Section id="details" heading="Expense Details">
        <Card className="flex flex-col gap-6">
          <div className="flex flex-col gap-1">
            {isRefund ? <p className="font-bold">Refund</p> : null}
            <Amount dollars={amount} size="xl" className="wrap-anywhere" />
            {category(expense)}
          </div>
          <div className="flex flex-col gap-2">
            {payers.map(({ user, amount: paid }) => (
              <div key={user._id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Avatar name={user.name} picture={user.picture} />
                <p className="min-w-0 flex-1">
                  <span className="block text-sm text-muted">{isRefund ? "Received by" : "Paid by"}</span>
                  <Bdi className="font-bold">{user.name}</Bdi>
                  {user._id === viewerId ? <span className="text-muted"> (you)</span> : null}
                </p>
                {payers.length > 1 ? <Amount dollars={Math.abs(paid)} /> : null}
              </div>
            ))}
          </div>
          {Object.entries(others).map(([field, show]) => (
            <Fragment key={field}>{show(expense)}</Fragment>
          ))}
          {expense.series ? (
            <QuietLink href={seriesPath(event.groupId)} icon="icon-refresh-cw">
              Repeats (no. {expense.number})
            </QuietLink>
          ) : null}
          <p className="text-muted">
            Created on <LocalDay at={createdAt} long />
            {isOnlyPayer(expense, recordedBy._id) ? null : (
              <> by {recordedBy._id === viewerId ? "you" : <Bdi>{recordedBy.name}</Bdi>}</>
            )}
          </p>
        </Card>
      </Section>
      <Section id="participants" heading={`Participants (${splitWith.length})`}>
        <ExpenseShares
          isRefund={isRefund}
          shares={splitWith.map((person) => ({
            person,
            amount: shareOf.get(person._id) ?? 0,
            entered: enteredText(expense, person._id),
          }))}
        />
      </Section>
      <ExpenseHistory expenseId={expense._id} {...history} />
      {editable && !mayDelete(viewerId, expense) ? (
        <p className="text-sm text-muted">
          You can {isRefund ? "raise only what you received" : "lower only what you paid"}. To delete this, or
          to {isRefund ? "raise what others received" : "lower what others paid"}, ask them in a{" "}
          <a href="#history" className="font-bold text-brand underline">
            comment
          </a>
          .
        </p>
      ) : null}
      {editable ? (
        <ActionBar>
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              href={editExpensePath(event.groupId, event._id, expense._id)}
              icon="icon-pencil"
              className="max-sm:flex-1"
            >
              Edit Expense
            </ButtonLink>
            {mayDelete(viewerId, expense) ? (
              <DeleteExpense
                event={event}
                expense={{ _id: expense._id, description, amount, date: dateOnly(expense.date) }}
              />
            ) : null}
          </div>
        </ActionBar>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <Button disabled aria-describedby="only-payer" icon="icon-pencil">
            Edit Expense
          </Button>
          <p id="only-payer" className="max-w-full text-sm wrap-anywhere text-muted">
            {closed ? (
              "This event is closed. Reopen it to make changes."
            ) : isOnlyPayer(expense, recordedBy._id) ? (
              <>
                Only <Bdi>{recordedBy.name}</Bdi>, who {isRefund ? "received it" : "paid"}, can edit this.
              </>
            ) : (
              "Only the people who paid or recorded this can edit it."
            )}
          </p>
        </div>
      )}
    </Page>
  );
}

/** The viewer's part of the expense. */
function MyPosition({ part, isRefund }: { part: number; isRefund: boolean }) {
  const [most, least] = isRefund ? ["You owe ", "You get back "] : ["You lent ", "Your share: "];
  const isOwed = isRefund ? part < 0 : part > 0;
  const owes = isRefund && part > 0;
  return (
    <Card tone={isOwed ? "owed" : owes ? "owe" : part < 0 ? "brand" : "well"}>
      <p className={clsx("text-xl/7 font-extrabold", isOwed && "text-owed", owes && "text-owe")}>
        {part > 0 ? most : part < 0 ? least : "You're not involved."}
        {part === 0 ? null : <Amount dollars={Math.abs(part)} size="lg" />}
      </p>
    </Card>
  );
}

const isOnlyPayer = ({ payers }: Expense, userId: string) => payers.every(({ user }) => user._id === userId);

/** The value entered for one person of an uneven split, as text; null if the amount says it all. */
function enteredText({ split: { mode, values } }: Expense, userId: string): string | null {
  const value = values.find(({ user }) => user === userId)?.value ?? 0;
  switch (mode) {
    case "percent":
      return `${value}%`;
    case "shares":
      return pluralize(value, "share");
    case "adjust":
      return value === 0 ? null : `${value > 0 ? "+" : ""}${formatDollars(value)}`;
    default:
      return null;
  }
}
