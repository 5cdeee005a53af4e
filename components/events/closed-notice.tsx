import { statementPath } from "@/components/navigation/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { LocalDay } from "@/components/ui/day";
import { Icon } from "@/components/ui/icon";
import { Bdi } from "@/components/ui/bdi";
import { ReopenEvent } from "./close-event";

export type ClosedNoticeProps = {
  event: { _id: string; groupId: string };
  /** ISO */
  at: string;
  /** The short name of who closed it; null: the viewer. */
  by: string | null;
};

/** Says that an event is closed, and leads to its statement. Members can reopen it. */
export function ClosedNotice({ event, at, by }: ClosedNoticeProps) {
  return (
    <section
      aria-label="Closed"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-field bg-brand-soft px-4 py-3"
    >
      <p className="flex items-center gap-3 font-bold">
        <Icon className="icon-lock size-5 shrink-0 text-brand" />
        <span>
          Closed on <LocalDay at={at} /> by {by === null ? "you" : <Bdi>{by}</Bdi>}.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="secondary" href={statementPath(event.groupId, event._id)}>
          See the statement
        </ButtonLink>
        <ReopenEvent eventId={event._id} />
      </div>
    </section>
  );
}
