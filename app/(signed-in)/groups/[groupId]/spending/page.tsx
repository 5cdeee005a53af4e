import { cache } from "react";
import { CATEGORIES } from "@/lib/core/expenses/categories";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadSpendingPage, type SpendingFilter } from "@/lib/views/spending";
import { ListPageSkeleton } from "@/components/ui/list-page-skeleton";
import { SpendingScreen } from "@/components/spending/spending-screen";
import { GroupGone } from "@/components/navigation/gone";
import { groupPath } from "@/lib/paths";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };
/** `month`: "2026-11". `category`: one of CATEGORIES. `person`: an id, instead of these. Anything else is ignored. */
type Query = Partial<Record<"month" | "category" | "person", string | string[]>>;

// Keyed by strings, because a new object would be a new key each time.
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

const textsOf = ({ month, category, person }: Query): Filter => [
  [month].flat()[0] ?? "",
  [category].flat()[0] ?? "",
  [person].flat()[0] ?? "",
];

export const generateMetadata = pageMetadata<Ids, Query>(
  async (viewer, { params: { groupId }, query }) =>
    `Spending · ${(await load(viewer, groupId, ...textsOf(query))).group.title}`,
  "Spending",
);

export default withSkeleton<Ids, Query>(
  ({ params: { groupId } }) => <ListPageSkeleton backTo={groupPath(groupId)} />,
  async ({ viewer, params: { groupId }, query }) => (
    <SpendingScreen {...await load(viewer, groupId, ...textsOf(query))} viewerId={viewer.id} />
  ),
  { Gone: GroupGone },
);
