import type { Metadata } from "next";
import { goneOnMissing, requirePageUser } from "@/lib/page";
import { loadWhyPage } from "@/lib/views/why";
import { PaymentGone, PaymentSettled } from "@/components/navigation/gone";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { WhyScreen } from "@/components/settlements/why-screen";
import { WhileLoading } from "@/app/(signed-in)/while-loading";

export const metadata: Metadata = { title: "Why" };

type Props = { params: Promise<{ groupId: string; eventId: string; settlementId: string }> };

export default function WhyPage({ params }: Props) {
  return (
    <WhileLoading fallback={<DetailsSkeleton summary="h-12 w-40" />}>
      <WhyContent params={params} />
    </WhileLoading>
  );
}

async function WhyContent({ params }: Props) {
  const place = await params;
  const screen = await goneOnMissing(loadWhyPage(await requirePageUser(), place));
  if (!screen) return <PaymentGone {...place} />;
  return screen.open ? <WhyScreen event={screen.event} {...screen.open} /> : <PaymentSettled {...place} />;
}
