import { cache } from "react";
import type { Viewer } from "@/lib/server/access";
import { homeOf, limitSearches, pageMetadata } from "@/lib/server/guarded-page";
import { isSearch, loadSearchPage, searchFilterOf } from "@/lib/views/search";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { scopeTitle, SearchScreen } from "@/components/expenses/search-screen";
import { GroupGone } from "@/components/navigation/gone";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

/** See `searchFilterOf`. */
type Query = Readonly<Record<string, string | string[]>>;

// Keyed by a string, because a new object would be a new key each time.
const loadOnce = cache(async (viewer: Viewer, query: string) => {
  const filter = searchFilterOf(JSON.parse(query) as Query);
  if (isSearch(filter)) await limitSearches(viewer);
  return { ...(await loadSearchPage(viewer, filter)), filter };
});
const load = (viewer: Viewer, query: Query) => loadOnce(viewer, JSON.stringify(query));

export const generateMetadata = pageMetadata<object, Query>(
  async (viewer, { query }) => ["Search", scopeTitle(await load(viewer, query))].filter(Boolean).join(" · "),
  "Search",
  { guests: true },
);

export default withSkeleton<object, Query>(
  () => <ListPageSkeleton backTo="/friends" />,
  async ({ viewer, query }) => (
    <SearchScreen {...await load(viewer, query)} viewerId={viewer.id} home={homeOf(viewer)} />
  ),
  { guests: true, Gone: GroupGone },
);
