import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { todayDateOnly } from "@/lib/core/text/dates";
import { groupView } from "@/lib/views/groups";
import { EventForm } from "@/components/events/event-form";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { Page } from "@/components/ui/page";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { Bdi } from "@/components/ui/bdi";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Create Event" };

export default withSkeleton<{ groupId: string }>(
  () => <FormSkeleton />,
  async ({ viewer, params: { groupId } }) => {
    const group = await groupView(viewer, groupId);
    if (group.pair) notFound();
    return (
      <Page title="Create Event" detail={<Bdi>{group.title}</Bdi>} backTo={groupPath(groupId)}>
        <EventForm group={group} today={todayDateOnly()} />
      </Page>
    );
  },
  { Gone: GroupGone },
);
