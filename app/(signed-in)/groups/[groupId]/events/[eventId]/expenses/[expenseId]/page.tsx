import type { Metadata } from "next";
import { orGone, requirePageUser } from "@/lib/page";
import { expenseScreen } from "@/lib/views";
import { ExpenseDetails } from "@/components/expenses/expense-details";
import { ExpenseSkeleton } from "@/components/expenses/expense-skeleton";
import { ExpenseGone } from "@/components/navigation/gone";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

export const metadata: Metadata = { title: "Expense Details" };

type Props = { params: Promise<{ groupId: string; eventId: string; expenseId: string }> };

export default function ExpensePage({ params }: Props) {
  return (
    <WhileLoading fallback={<ExpenseSkeleton />}>
      <ExpenseScreen params={params} />
    </WhileLoading>
  );
}

async function ExpenseScreen({ params }: Props) {
  const viewer = await requirePageUser();
  const { groupId, eventId, expenseId } = await params;
  const screen = await orGone(expenseScreen(viewer, groupId, eventId, expenseId));
  if (!screen) return <ExpenseGone groupId={groupId} eventId={eventId} />;
  const { event, expense, history } = screen;
  return <ExpenseDetails viewerId={viewer.id} event={event} expense={expense} history={history} />;
}
