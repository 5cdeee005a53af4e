"use client";

import { call } from "@/lib/client/call";
import { LINK_DAYS } from "@/lib/link-paths";
import { firstName } from "@/lib/core/people";
import type { SharedLink } from "@/lib/contract/links";
import { RevocableLinks } from "./revocable-links";
import { ShareLinkButton } from "@/components/people/share-link-button";
import { useCurrentUser } from "@/components/session/current-user";
import { Section } from "@/components/ui/section";

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
  const params = { eventId: event._id };
  return (
    <Section id="share" heading="Share" className="print:hidden">
      {mayShare ? (
        <>
          <p className="text-muted">
            {`Whoever has the link can see the figures of this statement for ${LINK_DAYS} days: no list of expenses, and nothing else. No account is needed.`}
          </p>
          <ShareLinkButton
            links={links}
            create={() => call("POST /api/events/{eventId}/statement-links", { params, body: {} })}
            text={`The statement of ${event.title}.`}
            copied="Link copied."
          >
            Share a link
          </ShareLinkButton>
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
    </Section>
  );
}
