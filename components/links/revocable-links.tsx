"use client";

import { useRouter } from "next/navigation";
import { ActionButton } from "@/components/refresh/action-button";
import { LocalDay } from "@/components/ui/day";
import { List, ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";
import { Bdi } from "@/components/ui/bdi";

type RevocableLink = {
  _id: string;
  createdBy: { _id: string; name: string };
  /** ISO */
  expiresAt: string;
  /** The name of the only person who can use it. */
  onlyFor: string | undefined;
  /** How often it was used, or what it shows. */
  about: string;
};

export type RevocableLinksProps = {
  viewerId: string;
  links: readonly RevocableLink[];
  /** Ends a link, by id. */
  revoke: (id: string) => Promise<unknown>;
};

/** Links, each with whose it is, until when it works, and a Revoke button. */
export function RevocableLinks({ viewerId, links, revoke }: RevocableLinksProps) {
  const router = useRouter();
  const end = async (id: string) => {
    await revoke(id);
    toast.success("The link no longer works.");
    return router.refresh;
  };

  return (
    <List aria-label="Links">
      {links.map(({ _id, createdBy, expiresAt, onlyFor, about }) => {
        const by = createdBy._id === viewerId ? "Your link" : `${createdBy.name}'s link`;
        const name = onlyFor ? `${by} for ${onlyFor}` : by;
        return (
          <ListRow
            key={_id}
            title={<Bdi>{name}</Bdi>}
            detail={
              <span id={_id} className="parts">
                <span>{about}</span>{" "}
                <span className="whitespace-nowrap">
                  until <LocalDay at={expiresAt} />
                </span>
              </span>
            }
            trailing={
              <ActionButton
                variant="secondary"
                data-action="revoke"
                aria-label={`Revoke ${name}`}
                aria-describedby={_id}
                busyLabel="Revoking…"
                action={() => end(_id)}
              >
                Revoke
              </ActionButton>
            }
          />
        );
      })}
    </List>
  );
}
