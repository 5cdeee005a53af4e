import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { eventActivityView } from "@/lib/views/activity";
import { ActivityScreen } from "@/components/activity/activity-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { EventGone } from "@/components/navigation/gone";
import { eventPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string; eventId: string };

const load = cache(eventActivityView);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId, eventId } }) =>
    `Activity · ${(await load(viewer, eventId, groupId)).title}`,
  "Activity",
  { guests: true },
);

export default withSkeleton<Ids>(
  ({ params: { groupId, eventId } }) => <ListPageSkeleton backTo={eventPath(groupId, eventId)} />,
  async ({ viewer, params: { groupId, eventId } }) => {
    const { title, ...list } = await load(viewer, eventId, groupId);
    return (
      <ActivityScreen
        {...list}
        source={{ name: "GET /api/events/{eventId}/activity", params: { eventId } }}
        of={<Bdi>{title}</Bdi>}
        backTo={eventPath(groupId, eventId)}
      />
    );
  },
  { guests: true, Gone: EventGone },
);
