"use client";

import { firstName } from "@/lib/core/names";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { ListRow } from "@/components/ui/list";
import { useCurrentUser } from "@/components/current-user";
import { MomentDay } from "@/components/ui/day";
import { editExpensePath, expensePath } from "@/components/navigation/paths";
import type { ListedExpense } from "./listed-expense";

export type ExpenseRowProps = {
  event: { _id: string; groupId: string };
  expense: ListedExpense;
  /** Gets the button that was pressed. */
  onDelete: (button: Element) => void;
};

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
        isPayer ? (
          <span className="expense-end">
            <Amount dollars={amount} />
            <span>
              <IconLink
                icon="icon-pencil"
                href={editExpensePath(event.groupId, event._id, _id)}
                aria-label={`Edit ${description}`}
              />
              <IconButton
                icon="icon-trash"
                tone="danger"
                aria-label={`Delete ${description}`}
                onClick={({ currentTarget }) => onDelete(currentTarget)}
              />
            </span>
          </span>
        ) : (
          <Amount dollars={amount} />
        )
      }
    />
  );
}
