import type { FoundExpense, SearchFilter } from "@/lib/contract/expenses";
import { formatCount, pluralize } from "@/lib/core/text/pluralize";
import { eventPath, groupPath } from "@/lib/paths";
import { EmptyState } from "@/components/ui/empty-state";
import { Amount } from "@/components/ui/amount";
import { Page } from "@/components/ui/page";
import { Bdi } from "@/components/ui/bdi";
import { ExpenseSearch } from "./expense-search";
import { FoundList } from "./found-list";

type Titled = { _id: string; title: string };

export type SearchScreenProps = {
  viewerId: string;
  home: "/friends" | `/groups/${string}`;
  filter: SearchFilter;
  /** Where the viewer can search. */
  groups: readonly Titled[];
  /** That of the filter. */
  event: (Titled & { groupId: string }) | undefined;
  /** Who can be searched for. */
  people: readonly { _id: string; name: string }[];
  /** null: the filter asks for nothing yet. The sums are in dollars, of all that was found. */
  found: {
    rows: readonly FoundExpense[];
    nextCursor: string | null;
    count: number;
    total: number;
    share: number;
    /** How many expenses of each group were searched, if there are more. */
    limit: number | null;
  } | null;
};

/** The title of the event or group that is searched; undefined: all groups. */
export const scopeTitle = ({
  filter,
  event,
  groups,
}: Pick<SearchScreenProps, "filter" | "event" | "groups">) =>
  event?.title ?? groups.find(({ _id }) => _id === filter.group)?.title;

/** Searches the expenses of all the viewer's groups, one of them, or an event. */
export function SearchScreen({ viewerId, home, found, ...searched }: SearchScreenProps) {
  const { filter, event, groups, people } = searched;
  const title = scopeTitle(searched);
  const back = event ? eventPath(event.groupId, event._id) : filter.group ? groupPath(filter.group) : home;
  return (
    <Page title="Search" detail={title ? <Bdi>{title}</Bdi> : "All your groups"} backTo={back}>
      <ExpenseSearch
        filter={filter}
        groups={groups}
        event={event}
        people={people}
        status={found ? statusOf(found.count) : null}
      />
      {found && found.count > 0 ? (
        <section aria-label="Sum" className="-mt-4 flex flex-col gap-1">
          <p className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
            <span className="text-muted">
              total <Amount dollars={found.total} size="lg" className="text-ink" />
            </span>
            <span className="text-muted">
              your share <Amount dollars={found.share} size="lg" className="text-ink" />
            </span>
          </p>
        </section>
      ) : null}
      {found?.limit ? (
        <p className="-mt-4 text-sm text-muted">
          {`Only the latest ${formatCount(found.limit)} expenses of each group were searched. Choose a group or days to go further back.`}
        </p>
      ) : null}
      {found && found.rows.length > 0 ? (
        <FoundList viewerId={viewerId} filter={filter} found={found.rows} nextCursor={found.nextCursor} />
      ) : null}
      {found ? null : <EmptyState picture="expenses" title="Find any expense." />}
    </Page>
  );
}

const statusOf = (count: number): string =>
  count === 0
    ? "No expenses found. Try fewer words, or an amount such as 12.50."
    : `${pluralize(count, "expense")} found`;
