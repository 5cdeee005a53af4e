import type { Metadata } from "next";
import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadSearchPage } from "@/lib/answers/expenses";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { SearchScreen } from "@/components/expenses/search-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/while-loading";

type Props = {
  params: Promise<{ groupId: string }>;
  /** `q`: the text to search for. */
  searchParams: Promise<{ q?: string | string[] }>;
};

const load = cache(loadSearchPage);

const textOf = async (searchParams: Props["searchParams"]) => [(await searchParams).q].flat()[0] ?? "";

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ groupId }, text] = await Promise.all([params, textOf(searchParams)]);
  return pageMetadata(
    async (viewer) => `Search · ${(await load(viewer, groupId, text)).group.title}`,
    "Search",
  );
}

export default withSkeleton(SearchContent, async ({ params }) => (
  <ListPageSkeleton backTo={groupPath((await params).groupId)} />
));

async function SearchContent({ params, searchParams }: Props) {
  const viewer = await requirePageUser();
  const [{ groupId }, text] = await Promise.all([params, textOf(searchParams)]);
  const screen = await goneOnMissing(load(viewer, groupId, text));
  if (!screen) return <GroupGone />;
  return <SearchScreen {...screen} viewerId={viewer.id} query={text.trim()} />;
}
