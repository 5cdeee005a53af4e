import { Fragment, type RefObject } from "react";
import { formatDollars } from "@/lib/core/money/money";
import type { FoundExpense } from "@/lib/contract/expenses";
import { expensePath } from "@/lib/paths";
import { Avatar } from "@/components/people/avatar";
import { shortNames } from "@/components/people/short-names";
import { Amount } from "@/components/ui/amount";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { List, ListRow } from "@/components/ui/list";
import { expenseIcon } from "./category-icons";
import { MyPart, partIn } from "./my-part";
import { PaidBy } from "./paid-by";

export type FoundExpensesProps = {
  viewerId: string;
  found: readonly FoundExpense[];
  /** Whether the rows say in which group they are. */
  showGroup?: boolean;
  /** Whose part the rows have; default: the viewer's. */
  personId?: string | undefined;
  listRef?: RefObject<HTMLUListElement | null>;
};

/** Expenses of several events, perhaps of several groups. */
export function FoundExpenses({ viewerId, found, showGroup, personId, listRef }: FoundExpensesProps) {
  const nameOf = shortNames(found.flatMap(({ payers }) => payers.map(({ user }) => user)));
  return (
    <List ref={listRef}>
      {found.map((expense) => (
        <ListRow
          key={expense._id}
          className="row-details-below"
          href={expensePath(expense.groupId, expense.eventId, expense._id)}
          leading={<Avatar name={expense.paidBy.name} picture={expense.paidBy.picture} />}
          title={<Bdi>{expense.description}</Bdi>}
          detail={
            <span className="parts">
              <span>
                <PaidBy viewerId={viewerId} expense={expense} nameOf={nameOf} icon={expenseIcon(expense)} />
              </span>{" "}
              <Bdi className="truncate">{expense.eventTitle}</Bdi>
              {showGroup && expense.groupTitle !== expense.eventTitle ? (
                <>
                  {" "}
                  <Bdi className="truncate">{expense.groupTitle}</Bdi>
                </>
              ) : null}
              {expense.reasons.map((reason) => (
                <Fragment key={reason}>
                  {" "}
                  <Bdi className="font-semibold">{reason}</Bdi>
                </Fragment>
              ))}
            </span>
          }
          trailing={
            <span className="row-total">
              <Amount dollars={expense.amount} />
              {personId === undefined ? (
                <MyPart part={partIn(expense, viewerId)} amount={expense.amount} />
              ) : (
                figuresOf(expense, personId).map((text) => (
                  <small key={text} className="row-part">
                    <Sentence>{text}</Sentence>
                  </small>
                ))
              )}
            </span>
          }
        />
      ))}
    </List>
  );
}

/** `paid $30.00`, `share $10.00`: what adds up to the figures of a person. Of a refund, they `received` and `get back`. */
function figuresOf({ amount, payers, shares }: FoundExpense, personId: string): string[] {
  const [gave, bears] = amount < 0 ? ["received", "gets back"] : ["paid", "share"];
  const paid = payers.find(({ user }) => user._id === personId)?.amount;
  const share = shares.find(({ user }) => user === personId)?.amount;
  return [
    ...(paid ? [`${gave} ${formatDollars(Math.abs(paid))}`] : []),
    ...(share ? [`${bears} ${formatDollars(Math.abs(share))}`] : []),
  ];
}
