import { redirect } from "next/navigation";
import { nullOnMissing } from "@/lib/errors";
import { expensePath } from "@/lib/paths";
import { loadExpensePage, placeOfExpense } from "@/lib/views/expenses";
import { ExpenseScreen } from "@/components/expenses/expense-screen";
import { ExpenseGone } from "@/components/navigation/gone";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { titledPage } from "@/app/(signed-in)/titled-page";

type Ids = { groupId: string; eventId: string; expenseId: string };

const page = titledPage({
  load: (viewer, { groupId, eventId, expenseId }: Ids) =>
    nullOnMissing(loadExpensePage(viewer, groupId, eventId, expenseId)),
  title: "Expense Details",
  name: (found) => found?.expense.description,
  skeleton: () => <DetailsSkeleton summary="h-56 rounded-card" />,
  show: async (found, { viewer, params: { expenseId } }) => {
    if (!found) redirect(expensePath(...(await placeOfExpense(viewer, expenseId)), expenseId));
    const { event, expense, history } = found;
    return <ExpenseScreen viewerId={viewer.id} event={event} expense={expense} history={history} />;
  },
  guests: true,
  Gone: ExpenseGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
