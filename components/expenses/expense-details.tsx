"use client";

import { Pencil } from "lucide-react";
import useSWR from "swr";
import { fetcher } from "@/lib/api-client";
import type { Event, Expense } from "@/lib/schemas/answers";
import { ActionBar } from "@/components/ui/action-bar";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { MomentDay } from "@/components/ui/day";
import { ListRow } from "@/components/ui/list";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { SectionHeading } from "@/components/ui/section-heading";
import { useCurrentUser } from "@/components/current-user";
import { expenseKey } from "@/components/live-data/keys";
import { Gone, isGone } from "@/components/navigation/gone";
import { editExpensePath, eventPath } from "@/components/navigation/paths";
import { ShowMore } from "@/components/ui/show-more";

/** Expense Details: description, amount, paid by, participants, 'Created on' (spec section 2). */
export function ExpenseDetails({ event, expense: loaded }: { event: Event; expense: Expense }) {
  const { id } = useCurrentUser();
  const { data: expense = loaded, error } = useSWR<Expense>(expenseKey(loaded._id), fetcher, {
    fallbackData: loaded,
  });
  const { description, amount, paidBy, splitWith, shares, createdAt } = expense;
  const shareOf = new Map(shares.map((share) => [share.user, share.amount]));
  const isPayer = paidBy._id === id;

  if (isGone(error)) {
    return (
      <Page>
        <Gone what="This expense" href={eventPath(event.groupId, event._id)} wayOn="Back to the event" />
      </Page>
    );
  }
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
        <ShowMore list="card" limit={20} label={(count) => `Show all ${count}`}>
          {splitWith.map((person) => (
            <ListRow
              key={person._id}
              leading={<Avatar name={person.name} picture={person.picture} size="sm" />}
              title={
                <>
                  <bdi>{person.name}</bdi>
                  {person._id === id ? <span className="font-normal text-muted"> (you)</span> : null}
                </>
              }
              trailing={<Amount dollars={shareOf.get(person._id) ?? 0} />}
            />
          ))}
        </ShowMore>
      </section>
      {isPayer ? (
        <ActionBar>
          <ButtonLink
            href={editExpensePath(event.groupId, event._id, expense._id)}
            icon={<Pencil aria-hidden />}
          >
            Edit Expense
          </ButtonLink>
        </ActionBar>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <Button disabled aria-describedby="only-payer" icon={<Pencil aria-hidden />}>
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
