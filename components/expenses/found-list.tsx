"use client";

import type { FoundExpense, SearchFilter } from "@/lib/contract/expenses";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { LoadMore } from "@/components/ui/load-more";
import { FoundExpenses } from "./found-expenses";

export type FoundListProps = {
  viewerId: string;
  filter: SearchFilter;
  /** The first expenses. */
  found: readonly FoundExpense[];
  nextCursor: string | null;
};

/** What a search found. Loads further pages on demand. */
export function FoundList({ viewerId, filter, found, nextCursor }: FoundListProps) {
  const { rows, listRef, more } = useLoadMore(
    "GET /api/search",
    { query: filter },
    found,
    nextCursor,
    ({ expenses }) => expenses,
  );
  return (
    <div className="flex flex-col gap-4">
      <FoundExpenses
        listRef={listRef}
        viewerId={viewerId}
        found={rows}
        showGroup={filter.group === undefined && filter.event === undefined}
      />
      <LoadMore {...more} label="Show more expenses" />
    </div>
  );
}
