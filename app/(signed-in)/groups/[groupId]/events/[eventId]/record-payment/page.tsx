import type { Metadata } from "next";
import { loadRecordPaymentPage } from "@/lib/views/settlements";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { EventGone } from "@/components/navigation/gone";
import { eventPath } from "@/lib/paths";
import { RecordPaymentForm } from "@/components/settlements/record-payment-form";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { Bdi } from "@/components/ui/bdi";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Record a Payment" };

export default withSkeleton<{ groupId: string; eventId: string }, { to?: unknown }>(
  () => <FormSkeleton />,
  async ({ viewer, params: { groupId, eventId }, query: { to } }) => {
    const { group, event, owed } = await loadRecordPaymentPage(viewer, groupId, eventId);
    const people = group.members.filter(({ _id }) => _id !== viewer.id);
    return (
      <Page title="Record a Payment" detail={<Bdi>{event.title}</Bdi>} backTo={eventPath(groupId, eventId)}>
        {people.length > 0 ? (
          <RecordPaymentForm
            event={{ _id: event._id, groupId: group._id }}
            people={people}
            owed={owed}
            to={people.find(({ _id }) => _id === to)?._id}
          />
        ) : (
          <EmptyState picture="friends" title="You are the only member of this group." />
        )}
      </Page>
    );
  },
  { guests: true, Gone: EventGone },
);
