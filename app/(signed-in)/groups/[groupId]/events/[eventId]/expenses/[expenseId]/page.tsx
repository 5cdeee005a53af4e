import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadExpensePage } from "@/lib/views/expenses";
import { ExpenseScreen } from "@/components/expenses/expense-screen";
import { ExpenseGone } from "@/components/navigation/gone";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string; eventId: string; expenseId: string };

const load = cache(loadExpensePage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId, eventId, expenseId } }) =>
    (await load(viewer, groupId, eventId, expenseId)).expense.description,
  "Expense Details",
  { guests: true },
);

export default withSkeleton<Ids>(
  () => <DetailsSkeleton summary="h-56 rounded-card" />,
  async ({ viewer, params: { groupId, eventId, expenseId } }) => {
    const { event, expense, history } = await load(viewer, groupId, eventId, expenseId);
    return <ExpenseScreen viewerId={viewer.id} event={event} expense={expense} history={history} />;
  },
  { guests: true, Gone: ExpenseGone },
);
