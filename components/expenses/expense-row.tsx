"use client";

import { Pencil, Trash2 } from "lucide-react";
import { firstName } from "@/lib/core/names";
import type { Event, Expense } from "@/lib/schemas/answers";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { ListRow } from "@/components/ui/list";
import { useCurrentUser } from "@/components/current-user";
import { MomentDay } from "@/components/ui/day";
import { editExpensePath, expensePath } from "@/components/navigation/paths";

export type ExpenseRowProps = { event: Event; expense: Expense; onDelete: () => void };

/** An expense in the event's list; it opens the details. Only its payer can edit and delete it. */
export function ExpenseRow({ event, expense, onDelete }: ExpenseRowProps) {
  const { id } = useCurrentUser();
  const { _id, description, amount, paidBy, createdAt } = expense;
  const isPayer = paidBy._id === id;
  return (
    <ListRow
      href={expensePath(event.groupId, event._id, _id)}
      leading={<Avatar name={paidBy.name} picture={paidBy.picture} />}
      title={<bdi>{description}</bdi>}
      detail={
        <>
          {isPayer ? "You" : <bdi>{firstName(paidBy.name)}</bdi>} paid · <MomentDay at={createdAt} />
        </>
      }
      trailing={
        // On a phone the payer's controls stand below the amount, so that the description keeps its room.
        <span className="flex flex-col items-end sm:flex-row sm:items-center">
          <Amount dollars={amount} />
          {isPayer ? (
            <span className="-mr-2.5 flex">
              <IconLink
                href={editExpensePath(event.groupId, event._id, _id)}
                aria-label={`Edit ${description}`}
              >
                <Pencil aria-hidden />
              </IconLink>
              <IconButton tone="danger" aria-label={`Delete ${description}`} onClick={onDelete}>
                <Trash2 aria-hidden />
              </IconButton>
            </span>
          ) : null}
        </span>
      }
    />
  );
}
