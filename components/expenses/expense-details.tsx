import type { Activity, Event, Expense } from "@/lib/schemas/answers";
import { ExpenseHistory } from "@/components/activity/expense-history";
import { ActionBar } from "@/components/ui/action-bar";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { MomentDay } from "@/components/ui/day";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { SectionHeading } from "@/components/ui/section-heading";
import { editExpensePath, eventPath } from "@/components/navigation/paths";
import { ExpenseShares } from "./expense-shares";
import { Icon } from "@/components/ui/icon";

export type ExpenseDetailsProps = {
  viewerId: string;
  event: Event;
  expense: Expense;
  /** Its latest activity; `nextCursor`: where more of it starts. */
  history: { rows: readonly Activity[]; nextCursor: string | null };
};

/** Expense Details: description, amount, paid by, participants, 'Created on' (spec section 2). */
export function ExpenseDetails({ viewerId, event, expense, history }: ExpenseDetailsProps) {
  const { description, amount, paidBy, splitWith, shares, createdAt } = expense;
  const shareOf = new Map(shares.map((share) => [share.user, share.amount]));
  const isPayer = paidBy._id === viewerId;

  return (
    <Page>
      <PageHeader
        title="Expense Details"
        detail={<bdi>{event.title}</bdi>}
        backTo={eventPath(event.groupId, event._id)}
      />
      <Card className="flex flex-col gap-6">
        <div className="flex flex-col gap-1">
          <h2 className="text-xl/7 font-bold">
            <bdi>{description}</bdi>
          </h2>
          <Amount dollars={amount} size="xl" className="wrap-anywhere" />
        </div>
        <div className="flex items-center gap-4">
          <Avatar name={paidBy.name} picture={paidBy.picture} />
          <p className="min-w-0">
            <span className="block text-sm text-muted">Paid by</span>
            <bdi className="font-bold">{paidBy.name}</bdi>
            {isPayer ? <span className="text-muted"> (you)</span> : null}
          </p>
        </div>
        <p className="text-muted">
          Created on <MomentDay at={createdAt} long />
        </p>
      </Card>
      <section aria-labelledby="participants" className="flex flex-col gap-3">
        <SectionHeading id="participants">Participants ({splitWith.length})</SectionHeading>
        <ExpenseShares
          shares={splitWith.map((person) => ({ person, amount: shareOf.get(person._id) ?? 0 }))}
        />
      </section>
      <ExpenseHistory expenseId={expense._id} {...history} />
      {isPayer ? (
        <ActionBar>
          <ButtonLink
            href={editExpensePath(event.groupId, event._id, expense._id)}
            icon={<Icon className="icon-pencil" />}
          >
            Edit Expense
          </ButtonLink>
        </ActionBar>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <Button disabled aria-describedby="only-payer" icon={<Icon className="icon-pencil" />}>
            Edit Expense
          </Button>
          <p id="only-payer" className="max-w-full text-sm wrap-anywhere text-muted">
            Only <bdi>{paidBy.name}</bdi>, who paid, can edit this.
          </p>
        </div>
      )}
    </Page>
  );
}
