import type { Metadata } from "next";
import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { deletedView } from "@/lib/answers/deleted";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { DeletedScreen } from "@/components/deleted/deleted-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/while-loading";

type Props = { params: Promise<{ groupId: string }> };

const load = cache(deletedView);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { groupId } = await params;
  return pageMetadata(
    async (viewer) => `Recently deleted · ${(await load(viewer, groupId)).title}`,
    "Recently deleted",
  );
}

export default withSkeleton(DeletedContent, async ({ params }) => (
  <ListPageSkeleton backTo={groupPath((await params).groupId)} />
));

async function DeletedContent({ params }: Props) {
  const viewer = await requirePageUser();
  const { groupId } = await params;
  const screen = await goneOnMissing(load(viewer, groupId));
  if (!screen) return <GroupGone />;
  const { title, rows } = screen;
  return <DeletedScreen viewerId={viewer.id} group={{ _id: groupId, title }} items={rows} />;
}
