import { cache } from "react";
import { pageMetadata } from "@/lib/server/guarded-page";
import { loadWhyPage } from "@/lib/views/settlements";
import { PaymentGone, PaymentSettled } from "@/components/navigation/gone";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { WhyScreen } from "@/components/settlements/why-screen";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";

type Ids = { groupId: string; eventId: string; settlementId: string };

const load = cache(loadWhyPage);

export const generateMetadata = pageMetadata<Ids>(
  async (viewer, { params: { groupId, eventId, settlementId } }) =>
    `Why · ${(await load(viewer, groupId, eventId, settlementId)).event.title}`,
  "Why",
  { guests: true },
);

export default withSkeleton<Ids>(
  () => <DetailsSkeleton summary="h-12 w-40" />,
  async ({ viewer, params }) => {
    const { event, open } = await load(viewer, params.groupId, params.eventId, params.settlementId);
    return open ? <WhyScreen event={event} {...open} /> : <PaymentSettled {...params} />;
  },
  { guests: true, Gone: PaymentGone },
);
