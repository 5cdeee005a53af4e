import type { Metadata } from "next";
import { loadAddExpensePage } from "@/lib/views/expenses";
import { EventGone } from "@/components/navigation/gone";
import { ClosedFormNotice } from "@/components/events/closed-form-notice";
import { eventPath } from "@/lib/paths";
import { copyOf } from "@/components/expenses/copied-expense";
import { ExpenseForm } from "@/components/expenses/expense-form";
import { usualSplitOf } from "@/components/usual-split/usual-split";
import { Page } from "@/components/ui/page";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { Bdi } from "@/components/ui/bdi";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Add Expense" };

type Ids = { groupId: string; eventId: string };
/** `copy`: the id of the expense to copy. `unsent`: an expense that was entered offline and refused. */
type Query = { copy?: string | string[]; unsent?: string | string[] };

export default withSkeleton<Ids, Query>(
  () => <FormSkeleton />,
  async ({ viewer, params: { groupId, eventId }, query: { copy, unsent } }) => {
    const page = await loadAddExpensePage(viewer, groupId, eventId, [copy].flat()[0]);
    const { group, event, splits, copied } = page;
    return (
      <Page title="Add Expense" detail={<Bdi>{event.title}</Bdi>} backTo={eventPath(groupId, eventId)}>
        <ClosedFormNotice event={event} />
        <ExpenseForm
          key={unsent ? String(unsent) : copied?._id}
          group={group}
          event={event}
          copied={copied && copyOf(copied, group, viewer)}
          usual={usualSplitOf(splits.event, splits.group, page)}
        />
      </Page>
    );
  },
  { guests: true, Gone: EventGone },
);
