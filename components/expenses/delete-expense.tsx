"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import { eventPath } from "@/lib/paths";
import { useDeletion } from "@/components/refresh/use-deletion";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DELETE_EXPENSE, RemovedForEveryone, type RemovedExpense } from "./removed-expense";

export type DeleteExpenseProps = { event: { _id: string; groupId: string }; expense: RemovedExpense };

/** Deletes the expense of the screen, after a question, and leads to its event. */
export function DeleteExpense({ event, expense }: DeleteExpenseProps) {
  const router = useRouter();
  const { requestDeletion, dialog } = useDeletion(
    [expense],
    async (expenseId) => {
      await call("DELETE /api/expenses/{expenseId}", { params: { expenseId } });
      router.replace(eventPath(event.groupId, event._id));
    },
    ...DELETE_EXPENSE,
  );
  return (
    <>
      <Button data-write variant="secondary" icon="icon-trash" onClick={() => requestDeletion(expense)}>
        Delete
      </Button>
      <ConfirmDialog {...dialog} question="Are you sure you want to delete this expense?">
        <RemovedForEveryone expense={expense} /> Settled payments stay as they are.
      </ConfirmDialog>
    </>
  );
}
