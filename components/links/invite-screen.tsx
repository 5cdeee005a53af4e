import { groupPath } from "@/lib/paths";
import { LINK_DAYS } from "@/lib/link-paths";
import type { Guest } from "@/lib/contract/guests";
import type { Link } from "@/lib/contract/links";
import { Card } from "@/components/ui/card";
import { Page } from "@/components/ui/page";
import { Section } from "@/components/ui/section";
import { Bdi } from "@/components/ui/bdi";
import { GuestList } from "../guests/guest-list";
import { LinkList } from "./link-list";
import { NewLink } from "./new-link";

export type InviteScreenProps = {
  viewerId: string;
  group: { _id: string; title: string };
  /** The links that the viewer may revoke. */
  links: readonly Link[];
  guests: readonly Guest[];
};

/** Creates links with which anyone can join the group, and lists them. */
export function InviteScreen({ viewerId, group, links, guests }: InviteScreenProps) {
  return (
    <Page title="Invite with a link" detail={<Bdi>{group.title}</Bdi>} backTo={groupPath(group._id)}>
      <Card className="flex flex-col gap-4">
        <p>
          For {LINK_DAYS} days, whoever opens the link can join: with an account, as your friend; without one,
          as a guest.
        </p>
        <NewLink groupId={group._id} title={group.title} />
      </Card>
      {guests.length > 0 ? (
        <Section id="guests-heading" heading={`Guests (${guests.length})`} className="gap-4">
          <GuestList group={group} guests={guests} />
        </Section>
      ) : null}
      {links.length > 0 ? (
        <Section id="links-heading" heading={`Links (${links.length})`} className="gap-4">
          <LinkList groupId={group._id} viewerId={viewerId} links={links} />
        </Section>
      ) : null}
    </Page>
  );
}
