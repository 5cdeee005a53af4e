import { cache } from "react";
import type { Viewer } from "@/lib/server/access";
import { limitStatements, pageMetadata } from "@/lib/server/guarded-page";
import { loadStatementPage } from "@/lib/views/statements";
import { EventGone } from "@/components/navigation/gone";
import { StatementScreen } from "@/components/statements/statement-screen";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string; eventId: string };

/** See `ShowAll`. */
type Query = { all?: string };

const load = cache(async (viewer: Viewer, groupId: string, eventId: string, all: boolean) => {
  if (all) await limitStatements(viewer);
  return loadStatementPage(viewer, groupId, eventId, all);
});

export const generateMetadata = pageMetadata<Ids, Query>(
  async (viewer, { params: { groupId, eventId }, query: { all } }) =>
    `Statement · ${(await load(viewer, groupId, eventId, Boolean(all))).statement.event.title}`,
  "Statement",
  { guests: true },
);

export default withSkeleton<Ids, Query>(
  () => <DetailsSkeleton summary="h-6 w-40" />,
  async ({ viewer, params: { groupId, eventId }, query: { all } }) => (
    <StatementScreen {...await load(viewer, groupId, eventId, Boolean(all))} all={all} />
  ),
  { guests: true, Gone: EventGone },
);
