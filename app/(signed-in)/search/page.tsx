import { homeOf, limitSearches } from "@/lib/server/guarded-page";
import { isSearch, loadSearchPage, searchFilterOf } from "@/lib/views/search";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { scopeTitle, SearchScreen } from "@/components/expenses/search-screen";
import { GroupGone } from "@/components/navigation/gone";
import { titledPage } from "@/app/(signed-in)/titled-page";

/** See `searchFilterOf`. */
type Query = Readonly<Record<string, string | string[]>>;

const page = titledPage({
  load: async (viewer, _: object, query: Query) => {
    const filter = searchFilterOf(query);
    if (isSearch(filter)) await limitSearches(viewer);
    return { ...(await loadSearchPage(viewer, filter)), filter };
  },
  title: "Search",
  of: scopeTitle,
  skeleton: () => <ListPageSkeleton backTo="/friends" />,
  show: (screen, { viewer }) => <SearchScreen {...screen} viewerId={viewer.id} home={homeOf(viewer)} />,
  guests: true,
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
