import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata, WITH_GUESTS } from "@/lib/server/guarded-page";
import { loadExpensePage } from "@/lib/answers/expenses";
import { ExpenseScreen } from "@/components/expenses/expense-screen";
import { ExpenseGone } from "@/components/navigation/gone";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string; eventId: string; expenseId: string } };

const load = cache(loadExpensePage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId, eventId, expenseId } }: Props) =>
    (await load(viewer, groupId, eventId, expenseId)).expense.description,
  "Expense Details",
  WITH_GUESTS,
);

export default withSkeleton(ExpenseContent, () => <DetailsSkeleton summary="h-56 rounded-card" />);

async function ExpenseContent({ params: { groupId, eventId, expenseId } }: Props) {
  const viewer = await requirePageUser(WITH_GUESTS);
  const screen = await goneOnMissing(load(viewer, groupId, eventId, expenseId));
  if (!screen) return <ExpenseGone groupId={groupId} eventId={eventId} />;
  const { event, expense, history } = screen;
  return <ExpenseScreen viewerId={viewer.id} event={event} expense={expense} history={history} />;
}
