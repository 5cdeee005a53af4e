import type { Metadata } from "next";
import { goneOnMissing, requirePageUser } from "@/lib/page";
import { whyScreen } from "@/lib/views/why";
import { PaymentGone, PaymentSettled } from "@/components/navigation/gone";
import { WhySkeleton } from "@/components/settlements/why-skeleton";
import { WhyView } from "@/components/settlements/why-view";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

export const metadata: Metadata = { title: "Why" };

type Props = { params: Promise<{ groupId: string; eventId: string; settlementId: string }> };

export default function WhyPage({ params }: Props) {
  return (
    <WhileLoading fallback={<WhySkeleton />}>
      <WhyScreen params={params} />
    </WhileLoading>
  );
}

async function WhyScreen({ params }: Props) {
  const place = await params;
  const screen = await goneOnMissing(whyScreen(await requirePageUser(), place));
  if (!screen) return <PaymentGone {...place} />;
  return screen.open ? <WhyView event={screen.event} {...screen.open} /> : <PaymentSettled {...place} />;
}
