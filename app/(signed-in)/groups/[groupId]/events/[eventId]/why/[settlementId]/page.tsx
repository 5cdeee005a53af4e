import type { Metadata } from "next";
import { cache } from "react";
import type { Viewer } from "@/lib/access";
import { orGone, requirePageUser, titled } from "@/lib/page";
import { whyScreen } from "@/lib/views/why";
import { PaymentGone, PaymentSettled } from "@/components/navigation/gone";
import { WhySkeleton } from "@/components/settlements/why-skeleton";
import { WhyView } from "@/components/settlements/why-view";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

type Props = { params: Promise<{ groupId: string; eventId: string; settlementId: string }> };

const load = cache((viewer: Viewer, groupId: string, eventId: string, settlementId: string) =>
  whyScreen(viewer, { groupId, eventId, settlementId }),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { groupId, eventId, settlementId } = await params;
  return titled(
    async (viewer) => `Why · ${(await load(viewer, groupId, eventId, settlementId)).event.title}`,
    "Why",
  );
}

export default function WhyPage({ params }: Props) {
  return (
    <WhileLoading fallback={<WhySkeleton />}>
      <WhyScreen params={params} />
    </WhileLoading>
  );
}

async function WhyScreen({ params }: Props) {
  const place = await params;
  const { groupId, eventId, settlementId } = place;
  const screen = await orGone(load(await requirePageUser(), groupId, eventId, settlementId));
  if (!screen) return <PaymentGone {...place} />;
  return screen.open ? <WhyView event={screen.event} {...screen.open} /> : <PaymentSettled {...place} />;
}
