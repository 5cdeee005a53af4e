import { unstable_serialize } from "swr/infinite";
import type { Page } from "@/lib/api-client";
import type { Expense } from "@/lib/schemas/answers";

/** As many expenses as the server renders; the rest is loaded on demand (design section 6). */
const EXPENSES_PER_PAGE = 50;

/** The key of each page of an event's expenses, for useSWRInfinite; null after the last. */
export const expensePageKey = (eventId: string) => (_index: number, previous: Page<Expense> | null) => {
  if (previous && previous.nextCursor === null) return null;
  const cursor = previous?.nextCursor ? `&cursor=${encodeURIComponent(previous.nextCursor)}` : "";
  return `/api/expenses?eventId=${eventId}&limit=${EXPENSES_PER_PAGE}${cursor}`;
};

/** The key under which SWR keeps all loaded pages of an event's expenses together. */
export const expensesKey = (eventId: string) => unstable_serialize(expensePageKey(eventId));
