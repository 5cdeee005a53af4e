import type { ScopedMutator } from "swr";
import { api } from "@/lib/api-client";
import type { Expense } from "@/lib/schemas/answers";
import { eventKey, expensePageKey, expensesKey, settlementsKey } from "./keys";

/**
 * Brings SWR's copies up to date before a form makes way for a screen that shows them, so that the screen never
 * starts with what it showed last time. Failures are left to the screen, which asks again.
 */
export async function refreshKeys(mutate: ScopedMutator, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => replace(mutate, key, () => api.get(key))));
}

/** The same for all that the event screen shows. */
export async function refreshEvent(mutate: ScopedMutator, eventId: string): Promise<void> {
  const firstPage = expensePageKey(eventId)(0, null) ?? "";
  await Promise.all([
    refreshKeys(mutate, [eventKey(eventId), settlementsKey(eventId)]),
    replace(mutate, expensesKey(eventId), async () => [await api.getPage<Expense>(firstPage)]),
  ]);
}

async function replace(mutate: ScopedMutator, key: string, load: () => Promise<unknown>): Promise<void> {
  const fresh = await load().catch(() => undefined);
  await mutate(key, fresh, { revalidate: false });
}
