"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { call } from "@/lib/client/call";
import { LINK_DAYS } from "@/lib/core/join-path";
import { dateOnly } from "@/lib/core/text/dates";
import { firstName } from "@/lib/core/text/names";
import type { SharedLink } from "@/lib/contract/links";
import { useCurrentUser } from "@/components/session/current-user";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { List, ListRow } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";
import { share } from "@/components/ui/share";
import { toast } from "@/components/ui/toast";

export type SharedLinksProps = {
  event: { _id: string; title: string };
  /** Those that the viewer may revoke. */
  links: readonly SharedLink[];
  /** Whether the viewer may share the statement. */
  mayShare: boolean;
};

/** Shares the statement with a link, and lists the links of the event, each with a Revoke button. */
export function SharedLinks({ event, links, mayShare }: SharedLinksProps) {
  const { id } = useCurrentUser();
  const router = useRouter();
  const { pending, run } = usePending();
  /** Its address is told only once, so a second try shares the same one, unless it was revoked. */
  const created = useRef<{ _id: string; url: string }>(undefined);
  const params = { eventId: event._id };
  const shareLink = () =>
    void run("share", async () => {
      if (!links.some(({ _id }) => _id === created.current?._id))
        created.current = await call("POST /api/events/{eventId}/statement-links", { params, body: {} });
      void share(created.current!.url, `The statement of ${event.title}.`, "Link copied.");
      return router.refresh;
    });
  const revoke = (linkId: string) =>
    void run(linkId, async () => {
      await call("DELETE /api/events/{eventId}/statement-links/{linkId}", { params: { ...params, linkId } });
      toast.success("The link does not work any more.");
      return router.refresh;
    });

  return (
    <section aria-labelledby="share" className="flex flex-col gap-3 print:hidden">
      <SectionHeading id="share">Share</SectionHeading>
      {mayShare ? (
        <>
          <p className="text-muted">
            {`Whoever has the link can see this statement for ${LINK_DAYS} days, and nothing else. No account is needed.`}
          </p>
          <Button
            ref={keepFocus}
            variant="secondary"
            className="self-start"
            icon={<Icon className="icon-send" />}
            busy={"share" in pending}
            busyLabel="Creating…"
            onClick={shareLink}
          >
            Share a link
          </Button>
        </>
      ) : null}
      {links.length > 0 ? (
        <List aria-label="Links">
          {links.map(({ _id, createdBy, expiresAt, only }) => {
            const by = createdBy._id === id ? "Your link" : `${createdBy.name}'s link`;
            const name = only ? `${by} for ${firstName(only.name)}` : by;
            return (
              <ListRow
                key={_id}
                title={<bdi>{name}</bdi>}
                detail={
                  <span id={_id} className="parts">
                    <span>{only ? "why something is owed" : "this statement"}</span>{" "}
                    <span className="whitespace-nowrap">{`until ${dateOnly(expiresAt)}`}</span>
                  </span>
                }
                trailing={
                  <Button
                    ref={keepFocus}
                    variant="secondary"
                    data-action="revoke"
                    aria-label={`Revoke ${name}`}
                    aria-describedby={_id}
                    busy={_id in pending}
                    busyLabel="Revoking…"
                    onClick={() => revoke(_id)}
                  >
                    Revoke
                  </Button>
                }
              />
            );
          })}
        </List>
      ) : null}
    </section>
  );
}
