import type { Metadata } from "next";
import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadGroupPlanPage } from "@/lib/answers/plans";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupPlanScreen } from "@/components/groups/group-plan-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/while-loading";

type Props = { params: Promise<{ groupId: string }> };

const load = cache(loadGroupPlanPage);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { groupId } = await params;
  return pageMetadata(
    async (viewer) => `Settle the group · ${(await load(viewer, groupId)).group.title}`,
    "Settle the group",
  );
}

export default withSkeleton(GroupPlanContent, async ({ params }) => (
  <ListPageSkeleton backTo={groupPath((await params).groupId)} />
));

async function GroupPlanContent({ params }: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(load(viewer, (await params).groupId));
  if (!screen) return <GroupGone />;
  return <GroupPlanScreen viewerId={viewer.id} {...screen} />;
}
