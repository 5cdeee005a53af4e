"use client";

import useSWR from "swr";
import { fetcher, type Page } from "@/lib/api-client";
import type { Event, Expense, Settlement } from "@/lib/schemas/answers";
import { useExpenses } from "@/components/expenses/use-expenses";
import { announceSettlementsChanged } from "@/components/settlements/settlements-changed";
import { eventKey, settlementsKey } from "@/components/live-data/keys";
import { isGone } from "@/components/navigation/gone";

export type EventData = { event: Event; settlements: Settlement[]; expenses: Page<Expense> };

/**
 * All that the event screen shows, as the server rendered it and then as SWR finds it anew.
 * @param rendered the server's data
 */
export function useEvent(rendered: EventData) {
  const id = rendered.event._id;
  const event = useSWR<Event>(eventKey(id), fetcher, { fallbackData: rendered.event });
  const settlements = useSWR<Settlement[]>(settlementsKey(id), fetcher, {
    fallbackData: rendered.settlements,
  });
  const expenses = useExpenses(id, rendered.expenses);

  return {
    event: event.data ?? rendered.event,
    settlements: settlements.data ?? rendered.settlements,
    mutateSettlements: settlements.mutate,
    expenses,
    /** Somebody has deleted the event, or the viewer is not in the group any more. */
    gone: isGone(event.error),
    /** To be called after an expense was deleted. */
    async expensesChanged() {
      announceSettlementsChanged();
      await Promise.all([event.mutate(), settlements.mutate(), expenses.refresh()]);
    },
  };
}
