import { eventPath } from "@/lib/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";

/** Above a form of a closed event. The form stays, so that nothing typed is lost if somebody closes it meanwhile. */
export function ClosedFormNotice({
  event,
}: {
  event: { _id: string; groupId: string; closedAt: string | null };
}) {
  return event.closedAt ? (
    <Notice
      tone="warning"
      action={
        <ButtonLink variant="secondary" href={eventPath(event.groupId, event._id)}>
          Open the event to reopen it
        </ButtonLink>
      }
    >
      This event is closed. Reopen it to make changes.
    </Notice>
  ) : null;
}
