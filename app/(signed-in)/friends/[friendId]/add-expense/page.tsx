import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { loadSharePage } from "@/lib/views/expenses";
import { addExpensePath, friendPath } from "@/lib/paths";
import { ExpenseForm } from "@/components/expenses/expense-form";
import { Page } from "@/components/ui/page";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { Bdi } from "@/components/ui/bdi";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Add Expense" };

type Ids = { friendId: string };
/** `unsent`: an expense that was entered offline and refused. */
type Query = { unsent?: string | string[] };

/** Adds the first one-to-one expense of two friends. Once they have an event, it redirects there. */
export default withSkeleton<Ids, Query>(
  () => <FormSkeleton />,
  async ({ viewer, params: { friendId }, query: { unsent } }) => {
    const screen = await loadSharePage(viewer, friendId);
    if (screen.made) {
      const path = addExpensePath(screen.made.groupId, screen.made._id);
      redirect(unsent ? `${path}?unsent=${encodeURIComponent(String(unsent))}` : path);
    }
    const { group, event } = screen;
    return (
      <Page title="Add Expense" detail={<Bdi>{event.title}</Bdi>} backTo={friendPath(friendId)}>
        <ExpenseForm group={group} event={event} friendId={friendId} />
      </Page>
    );
  },
);
