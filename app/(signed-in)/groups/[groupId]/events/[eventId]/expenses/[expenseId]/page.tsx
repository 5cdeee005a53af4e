import type { Metadata } from "next";
import { orNotFound, requirePageUser } from "@/lib/page";
import { expenseScreen } from "@/lib/views";
import { ExpenseDetails } from "@/components/expenses/expense-details";
import { ExpenseSkeleton } from "@/components/expenses/expense-skeleton";
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
  const user = await requirePageUser();
  const { groupId, eventId, expenseId } = await params;
  const { event, expense } = await orNotFound(expenseScreen(user, groupId, eventId, expenseId));
  return <ExpenseDetails event={event} expense={expense} />;
}
