import type { Expense } from "@/lib/contract/expenses";
import { expensePath } from "@/components/navigation/paths";
import { Avatar } from "@/components/people/avatar";
import { shortNames } from "@/components/people/short-names";
import { Amount } from "@/components/ui/amount";
import { List, ListRow } from "@/components/ui/list";
import { expenseIcon } from "./category-icons";
import { MyPart, partIn } from "./my-part";
import { PaidBy } from "./paid-by";

export type FoundExpense = Expense & { eventTitle: string };

/** Expenses of several events of a group. */
export function FoundExpenses(props: { viewerId: string; groupId: string; found: readonly FoundExpense[] }) {
  const { viewerId, groupId, found } = props;
  const nameOf = shortNames(found.flatMap(({ payers }) => payers.map(({ user }) => user)));
  return (
    <List>
      {found.map((expense) => (
        <ListRow
          key={expense._id}
          href={expensePath(groupId, expense.eventId, expense._id)}
          leading={<Avatar name={expense.paidBy.name} picture={expense.paidBy.picture} />}
          title={<bdi>{expense.description}</bdi>}
          detail={
            <>
              <PaidBy viewerId={viewerId} expense={expense} nameOf={nameOf} icon={expenseIcon(expense)} />
              <span className="max-sm:hidden"> · </span>
              <bdi className="max-sm:block">{expense.eventTitle}</bdi>
            </>
          }
          trailing={
            <span>
              <Amount dollars={expense.amount} />
              <MyPart part={partIn(expense, viewerId)} />
            </span>
          }
        />
      ))}
    </List>
  );
}
