import type { Metadata } from "next";
import { forScreen, requirePageUser } from "@/lib/server/guarded-page";
import { deletedGroupsView } from "@/lib/answers/deleted";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { DeletedGroupsScreen } from "@/components/deleted/deleted-groups-screen";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

export const metadata: Metadata = { title: "Recently deleted groups" };

export default function DeletedGroupsPage() {
  return (
    <WhileLoading fallback={<ListPageSkeleton backTo="/groups" />}>
      <DeletedContent />
    </WhileLoading>
  );
}

async function DeletedContent() {
  return <DeletedGroupsScreen groups={await forScreen(deletedGroupsView(await requirePageUser()))} />;
}
