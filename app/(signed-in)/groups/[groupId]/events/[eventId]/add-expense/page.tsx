import type { Metadata } from "next";
import { orGone, requirePageUser } from "@/lib/page";
import { expenseForm } from "@/lib/views";
import { EventGone } from "@/components/navigation/gone";
import { eventPath } from "@/components/navigation/paths";
import { ExpenseForm } from "@/components/expenses/expense-form";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

export const metadata: Metadata = { title: "Add Expense" };

type Props = { params: Promise<{ groupId: string; eventId: string }> };

export default function AddExpensePage({ params }: Props) {
  return (
    <WhileLoading fallback={<FormSkeleton />}>
      <AddExpenseScreen params={params} />
    </WhileLoading>
  );
}

async function AddExpenseScreen({ params }: Props) {
  const user = await requirePageUser();
  const { groupId, eventId } = await params;
  const screen = await orGone(expenseForm(user, groupId, eventId));
  if (!screen) return <EventGone groupId={groupId} />;
  const { group, event } = screen;
  return (
    <Page>
      <PageHeader
        title="Add Expense"
        detail={<bdi>{event.title}</bdi>}
        backTo={eventPath(groupId, eventId)}
      />
      <ExpenseForm group={group} event={event} />
    </Page>
  );
}
