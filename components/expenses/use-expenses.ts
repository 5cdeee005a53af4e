"use client";

import useSWRInfinite from "swr/infinite";
import { api, type Page } from "@/lib/api-client";
import type { Expense } from "@/lib/schemas/answers";
import { expensePageKey } from "./expense-pages";

const load = (path: string) => api.getPage<Expense>(path);

/**
 * An event's expenses, newest first, page by page.
 * @param first the first page, as the server rendered it
 */
export function useExpenses(eventId: string, first: Page<Expense>) {
  const { data, error, mutate, size, setSize } = useSWRInfinite(expensePageKey(eventId), load, {
    fallbackData: [first],
  });
  const pages = data ?? [first];
  const waiting = size > pages.length;
  return {
    expenses: pages.flatMap(({ rows }) => rows),
    hasMore: Boolean(pages.at(-1)?.nextCursor),
    /** The next page is on its way. */
    loadingMore: waiting && error === undefined,
    loadMoreFailed: waiting && error !== undefined,
    loadMore: () => void (waiting ? mutate() : setSize(size + 1)),
    /** Asks for all loaded pages again. */
    refresh: () => mutate(),
  };
}

export type Expenses = ReturnType<typeof useExpenses>;
