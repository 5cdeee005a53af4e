import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { nullOnMissing } from "@/lib/errors";
import { loadEditExpensePage, placeOfExpense } from "@/lib/views/expenses";
import { ClosedFormNotice } from "@/components/events/closed-form-notice";
import { ExpenseGone } from "@/components/navigation/gone";
import { editExpensePath, eventPath, expensePath } from "@/lib/paths";
import { ExpenseForm } from "@/components/expenses/expense-form";
import { mayChange } from "@/components/expenses/may-change";
import { Page } from "@/components/ui/page";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { Bdi } from "@/components/ui/bdi";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Edit Expense" };

type Ids = { groupId: string; eventId: string; expenseId: string };

export default withSkeleton<Ids>(
  () => <FormSkeleton />,
  async ({ viewer, params: { groupId, eventId, expenseId } }) => {
    const found = await nullOnMissing(loadEditExpensePage(viewer, groupId, eventId, expenseId));
    if (!found) redirect(editExpensePath(...(await placeOfExpense(viewer, expenseId)), expenseId));
    const { group, event, expense } = found;
    // The details explain who may edit it (docs/rules.md#rights).
    if (!mayChange(viewer.id, expense)) redirect(expensePath(groupId, eventId, expenseId));
    return (
      <Page title="Edit Expense" detail={<Bdi>{event.title}</Bdi>} backTo={eventPath(groupId, eventId)}>
        <ClosedFormNotice event={event} />
        <ExpenseForm group={group} event={event} expense={expense} />
      </Page>
    );
  },
  { guests: true, Gone: ExpenseGone },
);
