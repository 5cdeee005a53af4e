import { limitStatements } from "@/lib/server/guarded-page";
import { calendarDay, dateOnly } from "@/lib/core/text/dates";
import type { ReportDays } from "@/lib/core/report";
import { loadReportPage } from "@/lib/views/report";
import { GroupGone } from "@/components/navigation/gone";
import { ReportScreen } from "@/components/statements/report-screen";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { titledPage } from "@/app/(signed-in)/titled-page";

/** `from`, `until`: days; anything else is ignored. `all`: see `ShowAll`. */
type Query = Partial<Record<"from" | "until" | "all", string | string[]>>;

const textOf = (value: string | string[] | undefined) => [value].flat()[0];

/** The days in their order. */
function daysOf(query: Query): ReportDays {
  const [from, until] = [query.from, query.until].map((value) => {
    const day = textOf(value);
    return day && calendarDay(day) ? dateOnly(day) : undefined;
  });
  return from && until && from > until ? { from: until, until: from } : { from, until };
}

const page = titledPage({
  load: async (viewer, { groupId }: { groupId: string }, query: Query) => {
    const all = textOf(query.all);
    if (all) await limitStatements(viewer);
    return loadReportPage(viewer, groupId, daysOf(query), Boolean(all));
  },
  title: "Statement",
  of: ({ report }) => report.group.title,
  skeleton: () => <DetailsSkeleton summary="h-6 w-40" />,
  show: (screen, { query }) => (
    <ReportScreen {...screen} today={dateOnly(new Date().toISOString())} all={textOf(query.all)} />
  ),
  guests: true,
  Gone: GroupGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
