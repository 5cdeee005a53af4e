"use client";

import { useState } from "react";
import { api } from "@/lib/api-client";
import type { Event, Expense } from "@/lib/schemas/answers";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
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

  async function deleteDoomed() {
    if (!doomed) return;
    setDeleting(true);
    try {
      await api.delete(expenseKey(doomed._id));
      await onDeleted();
    } catch {
      toast.error("Failed to delete expense. Please try again.");
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
        <List>
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
          variant="secondary"
          className="self-center"
          busy={list.loadingMore}
          busyLabel="Loading..."
          onClick={list.loadMore}
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
