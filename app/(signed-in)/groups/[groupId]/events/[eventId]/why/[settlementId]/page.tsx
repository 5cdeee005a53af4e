import { cache } from "react";
import { goneOnMissing, requirePageUser, pageMetadata, WITH_GUESTS } from "@/lib/server/guarded-page";
import { loadWhyPage } from "@/lib/answers/why";
import { PaymentGone, PaymentSettled } from "@/components/navigation/gone";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { WhyScreen } from "@/components/settlements/why-screen";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Props = { params: { groupId: string; eventId: string; settlementId: string } };

const load = cache(loadWhyPage);

export const generateMetadata = pageMetadata(
  async (viewer, { params: { groupId, eventId, settlementId } }: Props) =>
    `Why · ${(await load(viewer, groupId, eventId, settlementId)).event.title}`,
  "Why",
  WITH_GUESTS,
);

export default withSkeleton(WhyContent, () => <DetailsSkeleton summary="h-12 w-40" />);

async function WhyContent({ params }: Props) {
  const { groupId, eventId, settlementId } = params;
  const screen = await goneOnMissing(
    load(await requirePageUser(WITH_GUESTS), groupId, eventId, settlementId),
  );
  if (!screen) return <PaymentGone {...params} />;
  return screen.open ? <WhyScreen event={screen.event} {...screen.open} /> : <PaymentSettled {...params} />;
}
