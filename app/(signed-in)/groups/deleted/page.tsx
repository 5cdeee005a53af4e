import type { Metadata } from "next";
import { forScreen, requirePageUser } from "@/lib/server/guarded-page";
import { deletedGroupsView } from "@/lib/answers/deleted";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { DeletedGroupsScreen } from "@/components/deleted/deleted-groups-screen";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Recently deleted groups" };

export default withSkeleton(DeletedContent, () => <ListPageSkeleton backTo="/groups" />);

async function DeletedContent() {
  return <DeletedGroupsScreen groups={await forScreen(deletedGroupsView(await requirePageUser()))} />;
}
