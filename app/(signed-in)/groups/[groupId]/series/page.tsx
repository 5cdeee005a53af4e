import { loadSeriesPage } from "@/lib/views/series";
import { SeriesScreen } from "@/components/series/series-screen";
import { groupListPage } from "../group-list-page";

const page = groupListPage({
  load: (viewer, { groupId }) => loadSeriesPage(viewer, groupId),
  title: "Repeating",
  of: (group) => group.title,
  show: ({ title, rows }, { params: { groupId } }) => (
    <SeriesScreen group={{ _id: groupId, title }} series={rows} />
  ),
  guests: true,
});

export const generateMetadata = page.metadata;
export default page.Page;
