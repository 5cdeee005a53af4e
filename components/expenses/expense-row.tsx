"use client";

import { useId } from "react";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListRow } from "@/components/ui/list";
import { useCurrentUser } from "@/components/session/current-user";
import { editExpensePath, expensePath } from "@/components/navigation/paths";
import { isJustSaved } from "./saved-expense";
import type { ListedExpense } from "./listed-expense";
import { mayChange, mayDelete } from "./may-change";
import { MyPart, partIn } from "./my-part";
import { PaidBy } from "./paid-by";

export type ExpenseRowProps = {
  event: { _id: string; groupId: string; closed: boolean };
  expense: ListedExpense;
  /** The short name of a payer, unique in the list. */
  nameOf: (id: string) => string;
  /** The icon class of its category. */
  icon: string | undefined;
  onDelete: () => void;
};

/** An expense in the event's list. It links to the details. People who may edit or delete it see the controls. */
export function ExpenseRow({ event, expense, nameOf, icon, onDelete }: ExpenseRowProps) {
  const { id } = useCurrentUser();
  const { _id, description, amount, paidBy } = expense;
  const detailId = useId();
  const amountId = useId();
  // Expenses with the same description differ in these.
  const described = { "aria-describedby": `${amountId} ${detailId}` };
  const detail = <PaidBy viewerId={id} expense={expense} nameOf={nameOf} icon={icon} />;
  const changeable = !event.closed && mayChange(id, expense);
  const sum = (
    <span>
      <Amount id={changeable ? amountId : undefined} dollars={amount} />
      <MyPart part={expense.part ?? partIn(expense, id)} />
    </span>
  );
  return (
    <ListRow
      className={isJustSaved(_id) ? "row-new" : undefined}
      href={expensePath(event.groupId, event._id, _id)}
      leading={<Avatar name={paidBy.name} picture={paidBy.picture} />}
      title={<bdi>{description}</bdi>}
      detail={changeable ? <span id={detailId}>{detail}</span> : detail}
      trailing={
        changeable ? (
          <span className="expense-end">
            {sum}
            <span>
              <IconLink
                icon="icon-pencil"
                href={editExpensePath(event.groupId, event._id, _id)}
                aria-label={`Edit ${description}`}
                {...described}
              />
              {mayDelete(id, expense) ? (
                <IconButton
                  icon="icon-trash"
                  ref={keepFocus}
                  tone="danger"
                  aria-label={`Delete ${description}`}
                  {...described}
                  onClick={onDelete}
                />
              ) : null}
            </span>
          </span>
        ) : (
          sum
        )
      }
    />
  );
}
