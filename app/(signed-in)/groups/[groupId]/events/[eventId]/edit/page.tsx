import type { Metadata } from "next";
import { todayDateOnly } from "@/lib/core/text/dates";
import { loadEditEventPage } from "@/lib/views/events";
import { ClosedFormNotice } from "@/components/events/closed-form-notice";
import { EditPresets } from "@/components/usual-split/edit-presets";
import { EventForm } from "@/components/events/event-form";
import { EventGone } from "@/components/navigation/gone";
import { eventPath } from "@/lib/paths";
import { Page } from "@/components/ui/page";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { Bdi } from "@/components/ui/bdi";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Edit Event" };

export default withSkeleton<{ groupId: string; eventId: string }>(
  () => <FormSkeleton />,
  async ({ viewer, params: { groupId, eventId } }) => {
    const { group, event } = await loadEditEventPage(viewer, groupId, eventId);
    return (
      <Page title="Edit Event" detail={<Bdi>{group.title}</Bdi>} backTo={eventPath(groupId, eventId)}>
        <ClosedFormNotice event={event} />
        <EventForm group={group} event={event} today={todayDateOnly()} />
        <EditPresets group={{ _id: group._id, members: group.members }} eventId={event._id} />
      </Page>
    );
  },
  { Gone: EventGone },
);
