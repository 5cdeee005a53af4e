import { formatDollars } from "@/lib/core/money/money";
import { eventPath } from "@/components/navigation/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Page } from "@/components/ui/page";
import { DebtText } from "./debt-text";
import { WhySection } from "./why-section";
import type { WhyScreenProps } from "./why-screen";

export type SharedWhyProps = {
  /** The name of who shares it. */
  by: string;
  event: WhyScreenProps["event"];
  /** null: nothing is open between the two any more. */
  open: Omit<WhyScreenProps, "event"> | null;
};

/** A debt and its reasons, as the other person of a link sees them: nothing can be changed here. */
export function SharedWhy({ by, event, open }: SharedWhyProps) {
  return (
    <Page width="wide">
      <header>
        <h1 className="page-title">
          {open ? (
            <>
              <span className="text-xl/7">
                <DebtText from={open.settlement.from} to={open.settlement.to} />
              </span>{" "}
              <span className="block text-[min(2.5rem,10vw)]/tight tabular-nums">
                {formatDollars(open.settlement.amount)}
              </span>
            </>
          ) : (
            "This payment has been settled."
          )}
        </h1>
        <p className="mt-1 text-muted">
          <bdi>{event.title}</bdi> · sent by <bdi>{by}</bdi>
        </p>
      </header>
      {open ? (
        // As in a closed event, plans are not undone here.
        <WhySection event={{ ...event, closed: true }} {...open} />
      ) : null}
      <ButtonLink variant="secondary" className="self-start" href={eventPath(event.groupId, event._id)}>
        Open the event
      </ButtonLink>
    </Page>
  );
}
