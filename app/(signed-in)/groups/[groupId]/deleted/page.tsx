import type { Metadata } from "next";
import { cache } from "react";
import { orGone, requirePageUser, titled } from "@/lib/page";
import { deletedScreen } from "@/lib/views/deleted";
import { ActivitySkeleton } from "@/components/activity/activity-skeleton";
import { DeletedThings } from "@/components/deleted/deleted-things";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

type Props = { params: Promise<{ groupId: string }> };

const load = cache(deletedScreen);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { groupId } = await params;
  return titled(
    async (viewer) => `Recently deleted · ${(await load(viewer, groupId)).title}`,
    "Recently deleted",
  );
}

export default async function DeletedPage({ params }: Props) {
  return (
    <WhileLoading fallback={<ActivitySkeleton backTo={groupPath((await params).groupId)} />}>
      <Deleted params={params} />
    </WhileLoading>
  );
}

async function Deleted({ params }: Props) {
  const viewer = await requirePageUser();
  const { groupId } = await params;
  const screen = await orGone(load(viewer, groupId));
  if (!screen) return <GroupGone />;
  const { title, things } = screen;
  return <DeletedThings viewerId={viewer.id} group={{ _id: groupId, title }} things={things} />;
}
