import { cache } from "react";
import { limitStatements, pageMetadata } from "@/lib/server/guarded-page";
import { loadStatementPage } from "@/lib/views/statements";
import { EventGone } from "@/components/navigation/gone";
import { StatementScreen } from "@/components/statements/statement-screen";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string; eventId: string };

const load = cache(loadStatementPage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId, eventId } }) =>
    `Statement · ${(await load(viewer, groupId, eventId)).statement.event.title}`,
  "Statement",
  { guests: true },
);

export default withSkeleton<Ids, { all?: string }>(
  () => <DetailsSkeleton summary="h-6 w-40" />,
  async ({ viewer, params: { groupId, eventId }, query: { all } }) => {
    if (all) await limitStatements(viewer);
    const page = await (all
      ? loadStatementPage(viewer, groupId, eventId, true)
      : load(viewer, groupId, eventId));
    return <StatementScreen {...page} all={all} />;
  },
  { guests: true, Gone: EventGone },
);
