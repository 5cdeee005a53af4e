"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import { dateOnly } from "@/lib/core/text/dates";
import type { Link } from "@/lib/contract/links";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { List, ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";

/** `groupId`: missing for the viewer's links without a group. */
export type LinkListProps = { groupId?: string; viewerId: string; links: readonly Link[] };

/** The links of a group, or those that make friends, each with a Revoke button. */
export function LinkList({ groupId, viewerId, links }: LinkListProps) {
  const router = useRouter();
  const { pending, run } = usePending();
  const revoke = ({ _id }: Link) =>
    void run(_id, async () => {
      await (groupId
        ? call("DELETE /api/groups/{groupId}/links/{linkId}", { params: { groupId, linkId: _id } })
        : call("DELETE /api/users/links/{linkId}", { params: { linkId: _id } }));
      toast.success("The link does not work any more.");
      return router.refresh;
    });

  return (
    <List>
      {links.map((link) => {
        const { _id, createdBy, expiresAt, uses, guest } = link;
        const by = createdBy._id === viewerId ? "Your link" : `${createdBy.name}'s link`;
        const name = guest ? `${by} for ${guest.name}` : by;
        return (
          <ListRow
            key={_id}
            title={<bdi>{name}</bdi>}
            detail={
              <span id={_id} className="flex flex-wrap gap-x-4">
                <span>{guest ? "for one use" : `${uses} joined`}</span>
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
                onClick={() => revoke(link)}
              >
                Revoke
              </Button>
            }
          />
        );
      })}
    </List>
  );
}
