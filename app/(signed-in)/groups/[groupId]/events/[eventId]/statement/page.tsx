import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
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

export default withSkeleton<Ids, { rows?: string }>(
  () => <DetailsSkeleton summary="h-6 w-40" />,
  async ({ viewer, params: { groupId, eventId }, query: { rows } }) => (
    <StatementScreen {...await load(viewer, groupId, eventId)} rows={rows} />
  ),
  { guests: true, Gone: EventGone },
);
