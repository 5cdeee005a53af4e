import { eventPath } from "@/lib/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Page } from "@/components/ui/page";
import { Bdi } from "@/components/ui/bdi";
import { WhyActions } from "./why-actions";
import { DebtTitle, WhySection } from "./why-section";
import type { WhyScreenProps } from "./why-screen";

export type SharedWhyProps = {
  /** The name of who shares it. */
  by: string;
  event: WhyScreenProps["event"];
  /** null: nothing is open between the two any more. */
  open: Omit<WhyScreenProps, "event"> | null;
};

/** A debt and its reasons, as the other person of a link sees them, who can settle it. */
export function SharedWhy({ by, event, open }: SharedWhyProps) {
  return (
    <Page
      title={open ? <DebtTitle debt={open.settlement} /> : "This payment has been settled."}
      detail={
        <>
          <Bdi>{event.title}</Bdi> · sent by <Bdi>{by}</Bdi>
        </>
      }
    >
      {open ? <WhyActions event={event} settlement={open.settlement} /> : null}
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
