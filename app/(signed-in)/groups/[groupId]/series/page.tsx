import { loadSeriesPage } from "@/lib/views/series";
import { SeriesScreen } from "@/components/series/series-screen";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { titledPage } from "@/app/(signed-in)/titled-page";

const page = titledPage({
  load: (viewer, { groupId }: { groupId: string }) => loadSeriesPage(viewer, groupId),
  title: "Repeating",
  of: (group) => group.title,
  skeleton: ({ groupId }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  show: ({ title, rows }, { params: { groupId } }) => (
    <SeriesScreen group={{ _id: groupId, title }} series={rows} />
  ),
  guests: true,
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
