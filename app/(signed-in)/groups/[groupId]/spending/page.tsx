import type { Metadata } from "next";
import { cache } from "react";
import { CATEGORIES } from "@/lib/core/categories";
import { goneOnMissing, requirePageUser, pageMetadata } from "@/lib/server/guarded-page";
import { loadSpendingPage, type SpendingFilter } from "@/lib/answers/spending";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { SpendingScreen } from "@/components/spending/spending-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/components/navigation/paths";
import { withSkeleton } from "@/app/(signed-in)/while-loading";

type Query = Record<"month" | "category" | "person", string | string[] | undefined>;
type Props = {
  params: Promise<{ groupId: string }>;
  /** `month`: "2026-11". `category`: one of CATEGORIES. `person`: an id, instead of these. Anything else is ignored. */
  searchParams: Promise<Partial<Query>>;
};

// Keyed by texts, because an object would be another key each time.
const load = cache((viewer: Parameters<typeof loadSpendingPage>[0], groupId: string, ...filter: Filter) =>
  loadSpendingPage(viewer, groupId, filterOf(...filter)),
);

type Filter = [month: string, category: string, person: string];

function filterOf(...[month, category, person]: Filter): SpendingFilter {
  if (/^[0-9a-f]{24}$/.test(person)) return { person };
  const known = CATEGORIES.find((one) => one === category);
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  return { ...(isMonth && { month }), ...(known && { category: known }) };
}

async function inputOf({ params, searchParams }: Props): Promise<[groupId: string, ...filter: Filter]> {
  const [{ groupId }, { month, category, person }] = await Promise.all([params, searchParams]);
  return [groupId, [month].flat()[0] ?? "", [category].flat()[0] ?? "", [person].flat()[0] ?? ""];
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const input = await inputOf(props);
  return pageMetadata(
    async (viewer) => `Spending · ${(await load(viewer, ...input)).group.title}`,
    "Spending",
  );
}

export default withSkeleton(SpendingContent, async ({ params }) => (
  <ListPageSkeleton backTo={groupPath((await params).groupId)} />
));

async function SpendingContent(props: Props) {
  const viewer = await requirePageUser();
  const screen = await goneOnMissing(load(viewer, ...(await inputOf(props))));
  if (!screen) return <GroupGone />;
  return <SpendingScreen {...screen} viewerId={viewer.id} />;
}
