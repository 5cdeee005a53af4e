import type { ScopedMutator } from "swr";
import { api } from "@/lib/api-client";
import type { Expense } from "@/lib/schemas/answers";
import { eventKey, settlementsKey } from "@/components/live-data/keys";
import { refreshKeys, replaceKey } from "@/components/live-data/refresh-keys";
import { expensePageKey, expensesKey } from "./expense-pages";

/** Brings SWR's copies of all that the event screen shows up to date, before a form makes way for it. */
export async function refreshEvent(mutate: ScopedMutator, eventId: string): Promise<void> {
  const firstPage = expensePageKey(eventId)(0, null) ?? "";
  await Promise.all([
    refreshKeys(mutate, [eventKey(eventId), settlementsKey(eventId)]),
    replaceKey(mutate, expensesKey(eventId), async () => [await api.getPage<Expense>(firstPage)]),
  ]);
}
