import { Page } from "@/components/ui/page";
import { eventPath } from "@/lib/paths";
import { Bdi } from "@/components/ui/bdi";
import { SendWhy } from "../links/send-why";
import { WhyActions } from "./why-actions";
import { DebtTitle, WhySection, type WhySectionProps } from "./why-section";

export type WhyScreenProps = WhySectionProps & { event: { title: string } };

/** Explains a debt: all expenses and payments between the two people in the event, which sum to the amount. */
export function WhyScreen({ event, settlement, ...why }: WhyScreenProps) {
  return (
    <Page
      title={<DebtTitle debt={settlement} />}
      detail={<Bdi>{event.title}</Bdi>}
      backTo={eventPath(event.groupId, event._id)}
    >
      <WhyActions event={event} settlement={settlement} />
      <WhySection event={event} settlement={settlement} {...why} />
      <SendWhy event={event} settlement={settlement} />
    </Page>
  );
}
