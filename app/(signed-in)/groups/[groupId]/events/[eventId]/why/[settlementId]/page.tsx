import { loadWhyPage } from "@/lib/views/settlements";
import { PaymentGone, PaymentSettled } from "@/components/navigation/gone";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { WhyScreen } from "@/components/settlements/why-screen";
import { titledPage } from "@/app/(signed-in)/titled-page";

type Ids = { groupId: string; eventId: string; settlementId: string };

const page = titledPage({
  load: (viewer, { groupId, eventId, settlementId }: Ids) =>
    loadWhyPage(viewer, groupId, eventId, settlementId),
  title: "Why",
  of: ({ event }) => event.title,
  skeleton: () => <DetailsSkeleton summary="h-12 w-40" />,
  show: ({ event, open }, { params }) =>
    open ? <WhyScreen event={event} {...open} /> : <PaymentSettled {...params} />,
  guests: true,
  Gone: PaymentGone,
});

export const generateMetadata = page.metadata;
export default page.Page;
