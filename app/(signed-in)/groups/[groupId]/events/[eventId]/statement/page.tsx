import { limitStatements } from "@/lib/server/guarded-page";
import { loadStatementPage } from "@/lib/views/statements";
import { EventGone } from "@/components/navigation/gone";
import { StatementScreen } from "@/components/statements/statement-screen";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { titledPage } from "@/app/(signed-in)/titled-page";

type Ids = { groupId: string; eventId: string };

const page = titledPage({
  /** @param query see `ShowAll` */
  load: async (viewer, { groupId, eventId }: Ids, { all }: { all?: string }) => {
    if (all) await limitStatements(viewer);
    return loadStatementPage(viewer, groupId, eventId, Boolean(all));
  },
  title: "Statement",
  of: ({ statement }) => statement.event.title,
  skeleton: () => <DetailsSkeleton summary="h-6 w-40" />,
  show: (screen, { query: { all } }) => <StatementScreen {...screen} all={all} />,
  guests: true,
  Gone: EventGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
