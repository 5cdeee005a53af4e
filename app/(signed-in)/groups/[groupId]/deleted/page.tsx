import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { deletedView } from "@/lib/answers/deleted";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { DeletedScreen } from "@/components/deleted/deleted-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string } };

const load = cache(deletedView);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId } }: Props) =>
    `Recently deleted · ${(await load(viewer, groupId)).title}`,
  "Recently deleted",
);

export default withSkeleton(DeletedContent, ({ params: { groupId } }) => (
  <ListPageSkeleton backTo={groupPath(groupId)} />
));

async function DeletedContent({ params: { groupId } }: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(load(viewer, groupId));
  if (!screen) return <GroupGone />;
  const { title, rows } = screen;
  return <DeletedScreen viewerId={viewer.id} group={{ _id: groupId, title }} items={rows} />;
}
