import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { shortDate } from "@/lib/core/text/dates";
import { loadEditSeriesPage } from "@/lib/views/series";
import { ExpenseForm } from "@/components/expenses/expense-form";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { Bdi } from "@/components/ui/bdi";
import { Page } from "@/components/ui/page";
import { seriesPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Edit Later Expenses" };

type Ids = { groupId: string; seriesId: string };

export default withSkeleton<Ids>(
  () => <FormSkeleton />,
  async ({ viewer, params: { groupId, seriesId } }) => {
    const found = await loadEditSeriesPage(viewer, groupId, seriesId);
    if (!found) redirect(seriesPath(groupId));
    return (
      <Page title="Edit Later Expenses" detail={<Bdi>{found.group.title}</Bdi>} backTo={seriesPath(groupId)}>
        <p className="text-muted">This changes what is added from {shortDate(found.expense.date)} on.</p>
        <ExpenseForm {...found} toCome />
      </Page>
    );
  },
  { Gone: GroupGone },
);
