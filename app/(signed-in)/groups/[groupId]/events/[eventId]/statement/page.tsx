import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata, WITH_GUESTS } from "@/lib/server/guarded-page";
import { loadStatementPage } from "@/lib/answers/statement";
import { EventGone } from "@/components/navigation/gone";
import { StatementScreen } from "@/components/events/statement-screen";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string; eventId: string } };

const load = cache(loadStatementPage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId, eventId } }: Props) =>
    `Statement · ${(await load(viewer, groupId, eventId)).statement.event.title}`,
  "Statement",
  WITH_GUESTS,
);

export default withSkeleton(StatementContent, () => <DetailsSkeleton summary="h-6 w-40" />);

async function StatementContent({ params: { groupId, eventId } }: Props) {
  const screen = await goneOnMissing(load(await requirePageUser(WITH_GUESTS), groupId, eventId));
  return screen ? <StatementScreen {...screen} /> : <EventGone groupId={groupId} />;
}
