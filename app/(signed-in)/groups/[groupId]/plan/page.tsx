import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadGroupPlanPage } from "@/lib/views/plans";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupPlanScreen } from "@/components/plans/group-plan-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };

const load = cache(loadGroupPlanPage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId } }) =>
    `Settle the group · ${(await load(viewer, groupId)).group.title}`,
  "Settle the group",
);

export default withSkeleton<Ids>(
  ({ params: { groupId } }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  async ({ viewer, params: { groupId } }) => (
    <GroupPlanScreen viewerId={viewer.id} {...await load(viewer, groupId)} />
  ),
  { Gone: GroupGone },
);
