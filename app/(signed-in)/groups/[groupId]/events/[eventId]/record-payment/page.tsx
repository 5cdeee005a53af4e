import type { Metadata } from "next";
import { goneOnMissing, requirePageUser, WITH_GUESTS } from "@/lib/server/guarded-page";
import { loadRecordPaymentPage } from "@/lib/answers/events";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { EventGone } from "@/components/navigation/gone";
import { eventPath } from "@/components/navigation/paths";
import { RecordPaymentForm } from "@/components/settlements/record-payment-form";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Record a Payment" };

type Props = { params: { groupId: string; eventId: string } };

export default withSkeleton(RecordPaymentContent, () => <FormSkeleton />);

async function RecordPaymentContent({ params: { groupId, eventId } }: Props) {
  const viewer = await requirePageUser(WITH_GUESTS);
  const screen = await goneOnMissing(loadRecordPaymentPage(viewer, groupId, eventId));
  if (!screen) return <EventGone groupId={groupId} />;
  const { group, event, owed } = screen;
  const people = group.members.filter(({ _id }) => _id !== viewer.id);
  return (
    <Page>
      <PageHeader
        title="Record a Payment"
        detail={<bdi>{event.title}</bdi>}
        backTo={eventPath(groupId, eventId)}
      />
      {people.length > 0 ? (
        <RecordPaymentForm event={{ _id: event._id, groupId: group._id }} people={people} owed={owed} />
      ) : (
        <EmptyState picture="friends" title="You are the only member of this group." />
      )}
    </Page>
  );
}
