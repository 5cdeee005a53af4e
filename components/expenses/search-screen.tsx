import { pluralize } from "@/lib/core/text/pluralize";
import type { Expense } from "@/lib/contract/expenses";
import { expensePath, groupPath } from "@/components/navigation/paths";
import { Avatar } from "@/components/people/avatar";
import { shortNames } from "@/components/people/short-names";
import { Amount } from "@/components/ui/amount";
import { List, ListRow } from "@/components/ui/list";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { expenseIcon } from "./category-icons";
import { ExpenseSearch } from "./expense-search";
import { PaidBy } from "./paid-by";

export type SearchScreenProps = {
  viewerId: string;
  group: { _id: string; title: string };
  /** As typed. */
  query: string;
  found: readonly (Expense & { eventTitle: string })[];
  hasMore: boolean;
};

/** Searches the expenses of a group. */
export function SearchScreen({ viewerId, group, query, found, hasMore }: SearchScreenProps) {
  const nameOf = shortNames(found.flatMap(({ payers }) => payers.map(({ user }) => user)));
  return (
    <Page>
      <PageHeader title="Search" detail={<bdi>{group.title}</bdi>} backTo={groupPath(group._id)} />
      <ExpenseSearch query={query} status={query ? statusOf(found.length, hasMore) : null} />
      {found.length > 0 ? (
        <List>
          {found.map((expense) => (
            <ListRow
              key={expense._id}
              href={expensePath(group._id, expense.eventId, expense._id)}
              leading={<Avatar name={expense.paidBy.name} picture={expense.paidBy.picture} />}
              title={<bdi>{expense.description}</bdi>}
              detail={
                <>
                  <PaidBy viewerId={viewerId} expense={expense} nameOf={nameOf} icon={expenseIcon(expense)} />
                  <span className="max-sm:hidden"> · </span>
                  <bdi className="max-sm:block">{expense.eventTitle}</bdi>
                </>
              }
              trailing={<Amount dollars={expense.amount} />}
            />
          ))}
        </List>
      ) : null}
    </Page>
  );
}

function statusOf(count: number, hasMore: boolean): string {
  if (count === 0) return "No expenses found. Try fewer words, or an amount such as 12.50.";
  if (hasMore) return `Showing the latest ${count}. Add a word to narrow it down.`;
  return `${pluralize(count, "expense")} found`;
}
