import { CATEGORIES } from "@/lib/core/expenses/categories";
import { loadSpendingPage, type SpendingFilter } from "@/lib/views/spending";
import { SpendingScreen } from "@/components/spending/spending-screen";
import { groupListPage } from "../group-list-page";

/** `month`: "2026-11". `category`: one of CATEGORIES. `person`: an id, instead of these. Anything else is ignored. */
type Query = Partial<Record<"month" | "category" | "person", string | string[]>>;

function filterOf(query: Query): SpendingFilter {
  const [month = "", category, person = ""] = [query.month, query.category, query.person].map(
    (value) => [value].flat()[0],
  );
  if (/^[0-9a-f]{24}$/.test(person)) return { person };
  const known = CATEGORIES.find((one) => one === category);
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  return { ...(isMonth && { month }), ...(known && { category: known }) };
}

const page = groupListPage({
  load: (viewer, { groupId }, query: Query) => loadSpendingPage(viewer, groupId, filterOf(query)),
  title: "Spending",
  of: ({ group }) => group.title,
  show: (screen, { viewer }) => <SpendingScreen {...screen} viewerId={viewer.id} />,
});

export const generateMetadata = page.metadata;
export default page.Page;
