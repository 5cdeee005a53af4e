import { formatDollars } from "@/lib/core/money/money";
import type { Settlement, WhyLine, WhyStory } from "@/lib/contract/settlements";
import { Section } from "@/components/ui/section";
import { DebtText } from "./debt-text";
import { Story } from "./story";
import { WhyLines } from "./why-lines";

export type WhySectionProps = {
  event: { _id: string; groupId: string; closed: boolean };
  settlement: Settlement;
  /** The newest lines; `nextCursor`: where more of them start. */
  lines: readonly WhyLine[];
  nextCursor: string | null;
  story: WhyStory;
};

/** A debt, as the title of its screen. */
export function DebtTitle({ debt: { from, to, amount } }: { debt: Settlement }) {
  return (
    <>
      <span className="text-xl/7">
        <DebtText from={from} to={to} />
      </span>{" "}
      <span translate="no" className="block text-[min(2.5rem,10vw)]/tight tabular-nums">
        {formatDollars(amount)}
      </span>
    </>
  );
}

/** The lines of a debt, and its story: below them on a phone, and beside them on a large screen. */
export function WhySection({ event, settlement, lines, nextCursor, story }: WhySectionProps) {
  return (
    <Section id="why" heading="Why">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <div className="flex flex-col gap-3">
          <WhyLines event={event} settlement={settlement} lines={lines} nextCursor={nextCursor} />
        </div>
        <Story story={story} from={settlement.from} to={settlement.to} />
      </div>
    </Section>
  );
}
