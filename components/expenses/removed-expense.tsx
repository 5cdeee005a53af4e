import { formatDollars } from "@/lib/core/money/money";
import type { RestoreCall } from "@/components/refresh/restore";
import { Day } from "@/components/ui/day";
import { Bdi } from "@/components/ui/bdi";

/** What useDeletion says, and how it is undone. */
export const DELETE_EXPENSE = [
  "Failed to delete expense. Please try again.",
  {
    success: "Expense deleted",
    restore: (expenseId: string): RestoreCall => ({
      name: "PUT /api/expenses/{expenseId}/restore",
      params: { expenseId },
    }),
  },
] as const;

export type RemovedExpense = { _id: string; description: string; amount: number; date: string };

/** `“Pizza” ($30.00, Oct 29) will be removed for everyone.` */
export function RemovedForEveryone({ expense: { description, amount, date } }: { expense: RemovedExpense }) {
  return (
    <>
      “<Bdi>{description}</Bdi>” (<Bdi>{formatDollars(amount)}</Bdi>, <Day iso={date} short />) will be
      removed for everyone.
    </>
  );
}
