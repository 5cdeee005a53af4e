import { pluralize } from "@/lib/core/text/pluralize";
import { groupPath } from "@/lib/paths";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { Bdi } from "@/components/ui/bdi";
import { ExpenseSearch } from "./expense-search";
import { FoundExpenses, type FoundExpense } from "./found-expenses";

export type SearchScreenProps = {
  viewerId: string;
  group: { _id: string; title: string };
  /** As typed. */
  query: string;
  found: readonly FoundExpense[];
  hasMore: boolean;
};

/** Searches the expenses of a group. */
export function SearchScreen({ viewerId, group, query, found, hasMore }: SearchScreenProps) {
  return (
    <Page>
      <PageHeader title="Search" detail={<Bdi>{group.title}</Bdi>} backTo={groupPath(group._id)} />
      <ExpenseSearch query={query} status={query ? statusOf(found.length, hasMore) : null} />
      {found.length > 0 ? <FoundExpenses viewerId={viewerId} groupId={group._id} found={found} /> : null}
      {query ? null : <EmptyState picture="expenses" title="Find any expense of this group." />}
    </Page>
  );
}

function statusOf(count: number, hasMore: boolean): string {
  if (count === 0) return "No expenses found. Try fewer words, or an amount such as 12.50.";
  if (hasMore) return `Showing the latest ${count}. Add a word to narrow it down.`;
  return `${pluralize(count, "expense")} found`;
}
