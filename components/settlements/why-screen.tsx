import type { Settlement, WhyLine, WhyStory } from "@/lib/contract/settlements";
import { formatDollars } from "@/lib/core/money/money";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { SectionHeading } from "@/components/ui/section-heading";
import { eventPath } from "@/components/navigation/paths";
import { DebtText } from "./debt-text";
import { Story } from "./story";
import { SendWhy } from "./send-why";
import { WhyActions } from "./why-actions";
import { WhyLines } from "./why-lines";

export type WhyScreenProps = {
  event: { _id: string; groupId: string; title: string; closed: boolean };
  settlement: Settlement;
  /** The newest lines; `nextCursor`: where more of them start. */
  lines: readonly WhyLine[];
  nextCursor: string | null;
  story: WhyStory;
};

/** Explains a debt: all expenses and payments between the two people in the event, which sum to the amount. */
export function WhyScreen({ event, settlement, lines, nextCursor, story }: WhyScreenProps) {
  const { from, to, amount } = settlement;
  return (
    <Page>
      <PageHeader
        title={
          <>
            <span className="text-xl/7">
              <DebtText from={from} to={to} />
            </span>{" "}
            <span className="block text-[min(2.5rem,10vw)]/tight tabular-nums">{formatDollars(amount)}</span>
          </>
        }
        detail={<bdi>{event.title}</bdi>}
        backTo={eventPath(event.groupId, event._id)}
      />
      <WhyActions event={event} settlement={settlement} />
      <SendWhy event={event} settlement={settlement} />
      <section aria-labelledby="why" className="flex flex-col gap-3">
        <SectionHeading id="why">Why</SectionHeading>
        <Story story={story} from={from} to={to} />
        <WhyLines event={event} settlement={settlement} lines={lines} nextCursor={nextCursor} />
      </section>
    </Page>
  );
}
