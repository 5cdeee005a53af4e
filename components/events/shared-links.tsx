"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { call } from "@/lib/client/call";
import { LINK_DAYS } from "@/lib/core/join-path";
import { firstName } from "@/lib/core/text/names";
import type { SharedLink } from "@/lib/contract/links";
import { RevocableLinks } from "@/components/people/revocable-links";
import { useCurrentUser } from "@/components/session/current-user";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { SectionHeading } from "@/components/ui/section-heading";
import { share } from "@/components/ui/share";

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
        <RevocableLinks
          viewerId={id}
          links={links.map(({ only, ...link }) => ({
            ...link,
            onlyFor: only ? firstName(only.name) : undefined,
            about: only ? "why something is owed" : "this statement",
          }))}
          revoke={(linkId) =>
            call("DELETE /api/events/{eventId}/statement-links/{linkId}", { params: { ...params, linkId } })
          }
        />
      ) : null}
    </section>
  );
}
