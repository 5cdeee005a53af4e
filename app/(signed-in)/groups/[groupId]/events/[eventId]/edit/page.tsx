import type { Metadata } from "next";
import { todayDateOnly } from "@/lib/core/text/dates";
import { goneOnMissing, requirePageUser } from "@/lib/server/guarded-page";
import { loadEditEventPage } from "@/lib/answers/events";
import { ClosedFormNotice } from "@/components/events/closed-form-notice";
import { EventForm } from "@/components/events/event-form";
import { EventGone } from "@/components/navigation/gone";
import { eventPath } from "@/components/navigation/paths";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Edit Event" };

type Props = { params: { groupId: string; eventId: string } };

export default withSkeleton(EditEventContent, () => <FormSkeleton />);

async function EditEventContent({ params: { groupId, eventId } }: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(loadEditEventPage(viewer, groupId, eventId));
  if (!screen) return <EventGone groupId={groupId} />;
  const { group, event } = screen;
  return (
    <Page>
      <PageHeader title="Edit Event" detail={<bdi>{group.title}</bdi>} backTo={eventPath(groupId, eventId)} />
      <ClosedFormNotice event={event} />
      <EventForm group={group} event={event} today={todayDateOnly()} />
    </Page>
  );
}
