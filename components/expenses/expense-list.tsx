"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { api, ApiError } from "@/lib/api-client";
import type { Event, Expense } from "@/lib/schemas/answers";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { focusAfter, focusOn, keepFocus } from "@/components/ui/keep-focus";
import { List } from "@/components/ui/list";
import { Notice } from "@/components/ui/notice";
import { SectionHeading } from "@/components/ui/section-heading";
import { toast } from "@/components/ui/toast";
import { expenseKey } from "@/components/live-data/keys";
import { ExpenseRow } from "./expense-row";
import type { Expenses } from "./use-expenses";

export type ExpenseListProps = {
  event: Event;
  list: Expenses;
  /** An expense was deleted: totals and balances have changed. */
  onDeleted: () => Promise<void>;
};

/** 'Expenses (n):' with the payer's controls; more than the first page on demand. */
export function ExpenseList({ event, list, onDeleted }: ExpenseListProps) {
  const [doomed, setDoomed] = useState<Expense | null>(null);
  const [deleting, setDeleting] = useState(false);
  const rows = useRef<HTMLUListElement>(null);
  /** The button that asked for more while it had the focus, and how many expenses there were then. */
  const asked = useRef<{ button: Element; shown: number } | null>(null);
  const moveOn = useRef<(() => void) | null>(null);
  const shown = list.expenses.length;

  useLayoutEffect(() => {
    if (!asked.current || shown <= asked.current.shown) return;
    focusOn(rows.current?.children[asked.current.shown], asked.current.button);
    asked.current = null;
  }, [shown]);

  // After the dialog's own effect: closing gives the focus back to the button that opened it, if that is there.
  useEffect(() => {
    if (doomed) return;
    moveOn.current?.();
    moveOn.current = null;
  }, [doomed]);

  async function deleteDoomed() {
    if (!doomed) return;
    setDeleting(true);
    const row = rows.current?.children[list.expenses.indexOf(doomed)];
    const after = row && focusAfter(row);
    try {
      await api.delete(expenseKey(doomed._id));
      await onDeleted();
      moveOn.current = after ?? null;
    } catch (error) {
      // The one refusal that trying again does not help against: the server names the ways out.
      const refused = error instanceof ApiError && error.code === "former-member";
      toast.error(refused ? error.message : "Failed to delete expense. Please try again.");
    }
    setDeleting(false);
    setDoomed(null);
  }

  return (
    <section aria-labelledby="expenses" className="flex flex-col gap-3">
      <SectionHeading id="expenses">Expenses ({event.expenseCount}):</SectionHeading>
      {list.expenses.length === 0 ? (
        <EmptyState picture="expenses" title="No expenses yet.">
          Add what somebody paid, and Evenly works out who owes whom.
        </EmptyState>
      ) : (
        <List ref={rows}>
          {list.expenses.map((expense) => (
            <ExpenseRow
              key={expense._id}
              event={event}
              expense={expense}
              onDelete={() => setDoomed(expense)}
            />
          ))}
        </List>
      )}
      {list.loadMoreFailed ? <Notice tone="error">Failed to load data.</Notice> : null}
      {list.hasMore ? (
        <Button
          ref={keepFocus}
          variant="secondary"
          className="self-center"
          busy={list.loadingMore}
          busyLabel="Loading..."
          onClick={({ currentTarget: button }) => {
            asked.current = document.activeElement === button ? { button, shown } : null;
            list.loadMore();
          }}
        >
          Show more expenses
        </Button>
      ) : null}
      <ConfirmDialog
        open={doomed !== null}
        question="Are you sure you want to delete this expense?"
        confirmLabel="Delete"
        busyLabel="Deleting…"
        busy={deleting}
        onConfirm={() => void deleteDoomed()}
        onCancel={() => setDoomed(null)}
      >
        {doomed ? (
          <>
            “<bdi>{doomed.description}</bdi>” is taken out of all balances.
          </>
        ) : null}
      </ConfirmDialog>
    </section>
  );
}
