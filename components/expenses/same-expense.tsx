import type { ReactNode } from "react";
import { call } from "@/lib/client/call";
import { formatDollars } from "@/lib/core/money/money";
import { firstName } from "@/lib/core/people";
import { DAY_MS } from "@/lib/core/text/dates";
import { isolate } from "@/lib/core/text/isolate";
import { relativeTime } from "@/lib/core/text/relative-time";
import type { Expense } from "@/lib/contract/expenses";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

/** How long ago another person can have recorded the same expense, in milliseconds. */
const RECENT = 2 * DAY_MS;

/** How many expenses with the same amount and day are checked. */
const MOST = 3;

/** Expenses for which the user chose “Add anyway”: nobody is asked twice about the same expense. */
const accepted = new Set<string>();

/** Shows a question in the form; null removes it. */
type Show = (question: ReactNode) => void;

/**
 * Looks for an expense with the same amount (in dollars) and day that another person recorded in this event in the last
 * two days (docs/rules.md#input).
 * @returns a function that asks whether to add another one; null if there is none
 */
export async function findSame(
  event: string,
  { amount, date: day }: { amount: number; date?: string },
  userId: string,
): Promise<((show: Show) => Promise<boolean>) | null> {
  if (!day) return null;
  const query = { event, q: amount.toFixed(2), from: day, until: day };
  const { expenses } = await call("GET /api/search", { query });
  const alike = expenses.filter((one) => one.amount === amount && !accepted.has(one._id));
  for (const { _id } of alike.slice(0, MOST)) {
    const expense = await call("GET /api/expenses/{expenseId}", { params: { expenseId: _id } });
    const isRecent = Date.now() - Date.parse(expense.createdAt) < RECENT;
    if (isRecent && expense.recordedBy._id !== userId) return (show) => ask(expense, show);
  }
  return null;
}

const ask = ({ _id, description, amount, recordedBy, createdAt }: Expense, show: Show): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (adds: boolean) => {
      if (adds) accepted.add(_id);
      show(null);
      resolve(adds);
    };
    const when = relativeTime(createdAt);
    show(
      <ConfirmDialog
        open
        question={
          `${isolate(firstName(recordedBy.name))} added “${isolate(description)}”, ${formatDollars(amount)}, ` +
          `${/^[A-Z]/.test(when) ? `on ${when}` : when}. Add anyway?`
        }
        confirmLabel="Add anyway"
        confirmVariant="primary"
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      />,
    );
  });
