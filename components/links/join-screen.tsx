import type { ReactNode } from "react";
import { pluralize } from "@/lib/core/text/pluralize";
import type { JoinOffer } from "@/lib/contract/links";
import { Avatar } from "@/components/people/avatar";
import { GroupIcon } from "@/components/ui/group-icon";
import { Bdi } from "@/components/ui/bdi";
import { LinkFrame } from "./link-frame";

export type JoinScreenProps = {
  offer: JoinOffer;
  /** Above the offer. */
  before?: ReactNode;
  /** How to join. */
  children: ReactNode;
};

/** The screen of an invite link: who invites, and to which group, if it has one. */
export function JoinScreen({ offer: { inviter, group }, before, children }: JoinScreenProps) {
  return (
    <LinkFrame
      before={before}
      card={
        group ? (
          <>
            <GroupIcon src={group.icon} size="xl" />
            <p className="flex flex-wrap items-center justify-center gap-2">
              <Avatar name={inviter.name} picture={inviter.picture} size="sm" />
              <span>
                <Bdi className="font-bold">{inviter.name}</Bdi> invites you to join
              </span>
            </p>
            <h1 className="page-title break-words">
              <Bdi>{group.title}</Bdi>
            </h1>
            <p className="text-muted">{pluralize(group.memberCount, "member")}</p>
          </>
        ) : (
          <>
            <Avatar name={inviter.name} picture={inviter.picture} size="xl" />
            <h1 className="page-title break-words">
              <Bdi>{inviter.name}</Bdi>
            </h1>
            <p>would like to share expenses with you</p>
          </>
        )
      }
    >
      {children}
    </LinkFrame>
  );
}
