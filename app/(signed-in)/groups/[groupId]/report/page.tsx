import { cache } from "react";
import type { Viewer } from "@/lib/server/access";
import { limitStatements, pageMetadata } from "@/lib/server/guarded-page";
import { calendarDay, dateOnly } from "@/lib/core/text/dates";
import { loadReportPage } from "@/lib/views/report";
import { GroupGone } from "@/components/navigation/gone";
import { ReportScreen } from "@/components/statements/report-screen";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string };
/** `from`, `until`: days; anything else is ignored. `all`: see `ShowAll`. */
type Query = Partial<Record<"from" | "until" | "all", string | string[]>>;

// Keyed by strings, because a new object would be a new key each time.
const load = cache(async (viewer: Viewer, groupId: string, from: string, until: string, all: string) => {
  if (all) await limitStatements(viewer);
  const days = { from: from || undefined, until: until || undefined };
  return loadReportPage(viewer, groupId, days, Boolean(all));
});

type Shown = [from: string, until: string, all: string];

/** The days in their order, and which rows are shown. */
function shownOf({ from, until, all }: Query): Shown {
  const [first = "", last = ""] = [from, until].map((day) => [day].flat()[0] ?? "").map(dayOrNone);
  return [
    ...(first && last && first > last ? ([last, first] as const) : ([first, last] as const)),
    [all].flat()[0] ?? "",
  ];
}

const dayOrNone = (text: string) => (calendarDay(text) ? dateOnly(text) : "");

export const generateMetadata = pageMetadata<Ids, Query>(
  async (viewer, { params: { groupId }, query }) =>
    `Statement · ${(await load(viewer, groupId, ...shownOf(query))).report.group.title}`,
  "Statement",
  { guests: true },
);

export default withSkeleton<Ids, Query>(
  () => <DetailsSkeleton summary="h-6 w-40" />,
  async ({ viewer, params: { groupId }, query }) => (
    <ReportScreen
      {...await load(viewer, groupId, ...shownOf(query))}
      today={dateOnly(new Date().toISOString())}
      all={shownOf(query)[2]}
    />
  ),
  { guests: true, Gone: GroupGone },
);
