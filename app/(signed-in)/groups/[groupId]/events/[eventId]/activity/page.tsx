import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata, WITH_GUESTS } from "@/lib/server/guarded-page";
import { eventActivityView } from "@/lib/answers/activity";
import { ActivityScreen } from "@/components/activity/activity-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { EventGone } from "@/components/navigation/gone";
import { eventPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string; eventId: string } };

const load = cache(eventActivityView);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId, eventId } }: Props) =>
    `Activity · ${(await load(viewer, eventId, groupId)).title}`,
  "Activity",
  WITH_GUESTS,
);

export default withSkeleton(EventActivityContent, ({ params: { groupId, eventId } }) => (
  <ListPageSkeleton backTo={eventPath(groupId, eventId)} />
));

async function EventActivityContent({ params: { groupId, eventId } }: Props) {
  const viewer = await requirePageUser(WITH_GUESTS);
  const screen = await goneOnMissing(load(viewer, eventId, groupId));
  if (!screen) return <EventGone groupId={groupId} />;
  const { title, ...list } = screen;
  return (
    <ActivityScreen
      {...list}
      source={{ name: "GET /api/events/{eventId}/activity", params: { eventId } }}
      of={<bdi>{title}</bdi>}
      backTo={eventPath(groupId, eventId)}
    />
  );
}
