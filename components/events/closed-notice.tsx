"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import { statementPath } from "@/components/navigation/paths";
import { usePending } from "@/components/refresh/use-pending";
import { useCurrentUser } from "@/components/session/current-user";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { LocalDay } from "@/components/ui/day";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";

export type ClosedNoticeProps = {
  event: { _id: string; groupId: string };
  /** ISO */
  at: string;
  /** Who closed it; the short name. */
  by: { _id: string; name: string };
};

/** Says that an event is closed, and leads to its statement. Members can reopen it. */
export function ClosedNotice({ event, at, by }: ClosedNoticeProps) {
  const { id } = useCurrentUser();
  const router = useRouter();
  const { pending, run } = usePending();
  const reopen = () =>
    run("reopen", async () => {
      await call("POST /api/events/{eventId}/reopen", { params: { eventId: event._id } });
      return router.refresh;
    });
  return (
    <section
      aria-label="Closed"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-field bg-brand-soft px-4 py-3"
    >
      <p className="flex items-center gap-3 font-bold">
        <Icon className="icon-lock size-5 shrink-0 text-brand" />
        <span>
          Closed on <LocalDay at={at} /> by {by._id === id ? "you" : <bdi>{by.name}</bdi>}.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="secondary" href={statementPath(event.groupId, event._id)}>
          See the statement
        </ButtonLink>
        <Button
          ref={keepFocus}
          variant="quiet"
          className="members-only"
          busy={"reopen" in pending}
          busyLabel="Reopening…"
          onClick={() => void reopen()}
        >
          Reopen
        </Button>
      </div>
    </section>
  );
}
