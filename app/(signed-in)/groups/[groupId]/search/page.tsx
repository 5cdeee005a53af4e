import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadSearchPage } from "@/lib/views/expenses";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { SearchScreen } from "@/components/expenses/search-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };
/** `q`: the text to search for. */
type Query = { q?: string | string[] };

const load = cache(loadSearchPage);

const textOf = ({ q }: Query) => [q].flat()[0] ?? "";

export const generateMetadata = pageMetadata<Ids, Query>(
  async (viewer, { params: { groupId }, query }) =>
    `Search · ${(await load(viewer, groupId, textOf(query))).group.title}`,
  "Search",
);

export default withSkeleton<Ids, Query>(
  ({ params: { groupId } }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  async ({ viewer, params: { groupId }, query }) => {
    const text = textOf(query);
    return <SearchScreen {...await load(viewer, groupId, text)} viewerId={viewer.id} query={text.trim()} />;
  },
  { Gone: GroupGone },
);
