import { redirect } from "next/navigation";
import { cache } from "react";
import { nullOnMissing } from "@/lib/errors";
import { expensePath } from "@/lib/paths";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadExpensePage, placeOfExpense } from "@/lib/views/expenses";
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
    const found = await nullOnMissing(load(viewer, groupId, eventId, expenseId));
    if (!found) redirect(expensePath(...(await placeOfExpense(viewer, expenseId)), expenseId));
    const { event, expense, history } = found;
    return <ExpenseScreen viewerId={viewer.id} event={event} expense={expense} history={history} />;
  },
  { guests: true, Gone: ExpenseGone },
);
