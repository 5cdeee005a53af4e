"use client";

import { useEffect, useMemo, useState } from "react";
import { call } from "@/lib/client/call";
import { DayLists } from "@/components/activity/day-lists";
import { dateOnly } from "@/lib/core/text/dates";
import type { Person } from "@/lib/contract/people";
import { withPeople, type WithPersonIndexes } from "@/components/people/person-indexes";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { OnDemand } from "@/components/ui/on-demand";
import { useClientValue } from "@/components/ui/use-client-value";
import { useDeletion } from "@/components/refresh/use-deletion";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { WaitingExpenses } from "./waiting-expenses";
import { addExpensePath } from "@/lib/paths";
import { shortNames } from "@/components/people/short-names";
import type { expenseIcon } from "./category-icons";
import { ExpenseRow } from "./expense-row";
import type { ListedExpense } from "./listed-expense";
import { loadMove } from "./move-expense";
import { DELETE_EXPENSE, RemovedForEveryone } from "./removed-expense";

export type ExpenseListProps = {
  event: { _id: string; groupId: string; expenseCount: number; closed: boolean };
  /** Whether some of the event's payments are settled. They stay settled if an expense is deleted. */
  hasSettled: boolean;
  people: readonly Person[];
  expenses: readonly WithPersonIndexes<ListedExpense>[];
  nextCursor: string | null;
};

/** So many rows are in the HTML, for its size; the browser adds those that came with it before they are scrolled to. */
const IN_HTML = 12;
/** The height of a row, in rem. */
const ROW = 4.25;

/** An event's expenses by day, with the payer's controls: the newest ones, and the rest on demand. */
export function ExpenseList({ event, hasSettled, people, expenses, nextCursor }: ExpenseListProps) {
  const rendered = useMemo(() => withPeople<ListedExpense>(expenses, people), [expenses, people]);
  const input = { query: { eventId: event._id } };
  const { rows: loaded, listRef, more } = useLoadMore("GET /api/expenses", input, rendered, nextCursor);
  const iconOf = useIcons(loaded.length > rendered.length);
  const { rows, itemToDelete, requestDeletion, dialog } = useDeletion(
    loaded,
    (expenseId) => call("DELETE /api/expenses/{expenseId}", { params: { expenseId } }),
    ...DELETE_EXPENSE,
  );
  const shown = useClientValue(() => Infinity, IN_HTML);
  const [move, setMove] = useState<{ expense: ListedExpense; open: boolean } | null>(null);
  const nameOf = shortNames([
    ...people,
    ...loaded.flatMap(({ paidBy, payers = [] }) => [paidBy, ...payers.map(({ user }) => user)]),
  ]);

  // After the form, the new row is in view, and has the focus.
  useEffect(() => {
    const row = Array.from(listRef.current?.children ?? []).find(({ classList }) =>
      classList.contains("row-new"),
    );
    row?.scrollIntoView({ block: "center" });
    row?.querySelector("a")?.focus({ preventScroll: true });
  }, [listRef]);

  const waiting = <WaitingExpenses form={addExpensePath(event.groupId, event._id)} />;
  if (expenses.length === 0) {
    return (
      <>
        {waiting}
        <EmptyState picture="expenses" title="No expenses yet.">
          Add what someone paid, and Evenly works out who owes whom.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {waiting}
      <DayLists
        heading="h3"
        rows={rows.slice(0, shown).map((expense) => ({ ...expense, at: dateOnly(expense.date) }))}
        listRef={listRef}
      >
        {(expense) => (
          <ExpenseRow
            key={expense._id}
            event={event}
            expense={expense}
            nameOf={nameOf}
            icon={expense.icon ?? iconOf?.(expense)}
            actions={
              shown > IN_HTML
                ? { onMove: () => setMove({ expense, open: true }), onDelete: () => requestDeletion(expense) }
                : undefined
            }
          />
        )}
      </DayLists>
      {rows.length > shown ? <div style={{ height: `${(rows.length - shown) * ROW}rem` }} /> : null}
      <LoadMore {...more} label="Show more expenses" />
      {move ? (
        <OnDemand
          key={move.expense._id}
          load={loadMove}
          loading={null}
          props={{ ...move, event, onClose: () => setMove({ ...move, open: false }) }}
        />
      ) : null}
      <ConfirmDialog {...dialog} question="Are you sure you want to delete this expense?">
        {itemToDelete ? <RemovedForEveryone expense={itemToDelete} /> : null}
        {hasSettled ? " Settled payments stay as they are, so some may have to be paid back." : null}
      </ConfirmDialog>
    </>
  );
}

/** The server renders the first rows with their icons. The table of categories is loaded for further rows only. */
function useIcons(needed: boolean): typeof expenseIcon | null {
  const [iconOf, setIconOf] = useState<typeof expenseIcon | null>(null);
  useEffect(() => {
    if (!needed) return;
    import("./category-icons").then(
      (icons) => setIconOf(() => icons.expenseIcon),
      // The icons are decorative.
      () => undefined,
    );
  }, [needed]);
  return iconOf;
}
