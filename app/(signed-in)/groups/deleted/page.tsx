import type { Metadata } from "next";
import { deletedGroupsView } from "@/lib/views/groups/deleted";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { DeletedGroupsScreen } from "@/components/groups/deleted-groups-screen";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

export const metadata: Metadata = { title: "Recently deleted groups" };

export default withSkeleton(
  () => <ListPageSkeleton backTo="/groups" />,
  async ({ viewer }) => <DeletedGroupsScreen groups={await deletedGroupsView(viewer)} />,
);
