import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadGroupPlanPage } from "@/lib/answers/plans";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupPlanScreen } from "@/components/groups/group-plan-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string } };

const load = cache(loadGroupPlanPage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId } }: Props) =>
    `Settle the group · ${(await load(viewer, groupId)).group.title}`,
  "Settle the group",
);

export default withSkeleton(GroupPlanContent, ({ params: { groupId } }) => (
  <ListPageSkeleton backTo={groupPath(groupId)} />
));

async function GroupPlanContent({ params: { groupId } }: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(load(viewer, groupId));
  if (!screen) return <GroupGone />;
  return <GroupPlanScreen viewerId={viewer.id} {...screen} />;
}
