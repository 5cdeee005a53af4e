import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { goneOnMissing, requirePageUser, WITH_GUESTS } from "@/lib/server/guarded-page";
import { loadEditExpensePage } from "@/lib/answers/expenses";
import { ClosedFormNotice } from "@/components/events/closed-form-notice";
import { ExpenseGone } from "@/components/navigation/gone";
import { eventPath, expensePath } from "@/components/navigation/paths";
import { ExpenseForm } from "@/components/expenses/expense-form";
import { mayChange } from "@/components/expenses/may-change";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Edit Expense" };

type Props = { params: { groupId: string; eventId: string; expenseId: string } };

export default withSkeleton(EditExpenseContent, () => <FormSkeleton />);

async function EditExpenseContent({ params: { groupId, eventId, expenseId } }: Props) {
  const viewer = await requirePageUser(WITH_GUESTS);
  const screen = await goneOnMissing(loadEditExpensePage(viewer, groupId, eventId, expenseId));
  if (!screen) return <ExpenseGone groupId={groupId} eventId={eventId} />;
  const { group, event, expense } = screen;
  // The details explain who may edit it (docs/rules.md#rights).
  if (!mayChange(viewer.id, expense)) redirect(expensePath(groupId, eventId, expenseId));
  return (
    <Page>
      <PageHeader
        title="Edit Expense"
        detail={<bdi>{event.title}</bdi>}
        backTo={eventPath(groupId, eventId)}
      />
      <ClosedFormNotice event={event} />
      <ExpenseForm group={group} event={event} expense={expense} />
    </Page>
  );
}
