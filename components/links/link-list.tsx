"use client";

import { call } from "@/lib/client/call";
import type { Link } from "@/lib/contract/links";
import { RevocableLinks } from "./revocable-links";

/** `groupId`: missing for the viewer's links without a group. */
export type LinkListProps = { groupId?: string; viewerId: string; links: readonly Link[] };

/** The links of a group, or those that make friends, each with a Revoke button. */
export function LinkList({ groupId, viewerId, links }: LinkListProps) {
  return (
    <RevocableLinks
      viewerId={viewerId}
      links={links.map(({ uses, guest, ...link }) => ({
        ...link,
        onlyFor: guest?.name,
        about: !guest ? `${uses} joined` : uses ? "in use" : "not used yet",
      }))}
      revoke={(linkId) =>
        groupId
          ? call("DELETE /api/groups/{groupId}/links/{linkId}", { params: { groupId, linkId } })
          : call("DELETE /api/users/links/{linkId}", { params: { linkId } })
      }
    />
  );
}
