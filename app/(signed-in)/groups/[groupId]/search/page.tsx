import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadSearchPage } from "@/lib/answers/expenses";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { SearchScreen } from "@/components/expenses/search-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = {
  params: { groupId: string };
  /** `q`: the text to search for. */
  query: { q?: string | string[] };
};

const load = cache(loadSearchPage);

const textOf = ({ q }: Props["query"]) => [q].flat()[0] ?? "";

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId }, query }: Props) =>
    `Search · ${(await load(viewer, groupId, textOf(query))).group.title}`,
  "Search",
);

export default withSkeleton(SearchContent, ({ params: { groupId } }) => (
  <ListPageSkeleton backTo={groupPath(groupId)} />
));

async function SearchContent({ params: { groupId }, query }: Props) {
  const viewer = await requirePageUser();
  const text = textOf(query);
  const screen = await goneOnMissing(load(viewer, groupId, text));
  if (!screen) return <GroupGone />;
  return <SearchScreen {...screen} viewerId={viewer.id} query={text.trim()} />;
}
