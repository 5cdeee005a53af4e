import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata, WITH_GUESTS } from "@/lib/server/guarded-page";
import { groupActivityView } from "@/lib/answers/activity";
import { ActivityScreen } from "@/components/activity/activity-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string } };

const load = cache(groupActivityView);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId } }: Props) => `Activity · ${(await load(viewer, groupId)).title}`,
  "Activity",
  WITH_GUESTS,
);

export default withSkeleton(GroupActivityContent, ({ params: { groupId } }) => (
  <ListPageSkeleton backTo={groupPath(groupId)} />
));

async function GroupActivityContent({ params: { groupId } }: Props) {
  const viewer = await requirePageUser(WITH_GUESTS);
  const screen = await goneOnMissing(load(viewer, groupId));
  if (!screen) return <GroupGone />;
  const { title, ...list } = screen;
  return (
    <ActivityScreen
      {...list}
      source={{ name: "GET /api/groups/{groupId}/activity", params: { groupId } }}
      of={<bdi>{title}</bdi>}
      backTo={groupPath(groupId)}
    />
  );
}
