"use client";

import { clsx } from "clsx";
import { useId } from "react";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { Avatar } from "@/components/people/avatar";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { keepFocus } from "@/components/ui/keep-focus";
import { Link } from "@/components/ui/link";
import { ListRow } from "@/components/ui/list";
import { useCurrentUser } from "@/components/session/current-user";
import { editExpensePath, expensePath } from "@/lib/paths";
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
  /** Missing in the HTML, for its size: without scripts, nothing could be moved or deleted. */
  actions?: { onMove: () => void; onDelete: () => void } | undefined;
};

/** An expense in the event's list. It links to the details. People who may edit or delete it have a menu. */
export function ExpenseRow({ event, expense, nameOf, icon, actions }: ExpenseRowProps) {
  const { id } = useCurrentUser();
  const { _id, description, amount, paidBy, payers } = expense;
  const menuId = useId();
  const detailId = `${menuId}d`;
  const amountId = `${menuId}a`;
  const detail = <PaidBy viewerId={id} expense={{ amount, paidBy, payers }} nameOf={nameOf} icon={icon} />;
  const changeable = !event.closed && mayChange(id, expense);
  const item = (label: string, itemIcon: string, act: () => void) => (
    <button
      type="button"
      ref={keepFocus}
      data-write
      aria-label={`${label} ${description}`}
      onClick={({ currentTarget }) => {
        // The focus returns to the row, because the dialog restores it to where it was.
        currentTarget.closest<HTMLElement>("[popover]")?.hidePopover?.();
        act();
      }}
    >
      <Icon className={itemIcon} />
      {label}
    </button>
  );
  return (
    <ListRow
      className={clsx("row-expense", isJustSaved(_id) && "row-new animate-fresh motion-reduce:bg-sun-soft")}
      href={expensePath(event.groupId, event._id, _id)}
      leading={<Avatar name={paidBy.name} picture={paidBy.picture} />}
      title={<Bdi>{description}</Bdi>}
      detail={changeable ? <span id={detailId}>{detail}</span> : detail}
      trailing={
        <>
          <span className="row-total">
            <Amount id={changeable ? amountId : undefined} dollars={amount} />
            <MyPart part={expense.part ?? partIn(expense, id)} amount={amount} />
          </span>
          {changeable ? (
            <>
              <IconButton
                icon="icon-ellipsis"
                ref={keepFocus}
                popoverTarget={menuId}
                aria-label={`Actions for ${description}`}
                // Expenses with the same description differ in these.
                aria-describedby={`${amountId} ${detailId}`}
              />
              {/* The browser's own: it opens without JavaScript, closes on Escape and on a click outside, and restores the focus. */}
              <div id={menuId} popover="auto" className="menu">
                <Link
                  href={editExpensePath(event.groupId, event._id, _id)}
                  aria-label={`Edit ${description}`}
                >
                  <Icon className="icon-pencil" />
                  Edit
                </Link>
                {actions ? item("Move", "icon-folder-input", actions.onMove) : null}
                {actions && mayDelete(id, expense) ? item("Delete", "icon-trash", actions.onDelete) : null}
              </div>
            </>
          ) : null}
        </>
      }
    />
  );
}
