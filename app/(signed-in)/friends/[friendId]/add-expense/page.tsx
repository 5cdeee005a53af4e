import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { notFoundOnMissing, requirePageUser } from "@/lib/server/guarded-page";
import { loadSharePage } from "@/lib/answers/add-expense";
import { addExpensePath, friendPath } from "@/components/navigation/paths";
import { ExpenseForm } from "@/components/expenses/expense-form";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Add Expense" };

type Props = {
  params: { friendId: string };
  /** `unsent`: an expense that was entered offline and refused. */
  query: { unsent?: string | string[] };
};

/** Adds the first expense that two friends share one-to-one; for further ones, it leads to their event. */
export default withSkeleton(ShareContent, () => <FormSkeleton />);

async function ShareContent({ params: { friendId }, query: { unsent } }: Props) {
  const viewer = await requirePageUser();
  const screen = await notFoundOnMissing(loadSharePage(viewer, friendId));
  if (screen.made) {
    const path = addExpensePath(screen.made.groupId, screen.made._id);
    redirect(unsent ? `${path}?unsent=${encodeURIComponent(String(unsent))}` : path);
  }
  const { group, event } = screen;
  return (
    <Page>
      <PageHeader title="Add Expense" detail={<bdi>{event.title}</bdi>} backTo={friendPath(friendId)} />
      <ExpenseForm group={group} event={event} friendId={friendId} />
    </Page>
  );
}
