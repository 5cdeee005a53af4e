"use client";

import { useRouter } from "next/navigation";
import { isolate } from "@/lib/core/text/isolate";
import type { FriendRequest } from "@/lib/contract/requests";
import { MaskedEmail } from "../friends/masked-email";
import { Avatar } from "@/components/people/avatar";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { REQUEST_LISTS } from "@/components/shell/use-request-counts";
import { Bdi } from "@/components/ui/bdi";
import { RequestRow } from "./request-row";
import { RequestSection, type RequestsProps } from "./request-section";
import { useRequests } from "./use-requests";

export type FriendRequestsProps = RequestsProps<FriendRequest> & {
  /** Without the heading and the addresses: each row says what it is. */
  brief?: boolean | undefined;
};

/** The viewer's pending friend requests. */
export function FriendRequests({ requests, empty, brief = false }: FriendRequestsProps) {
  const router = useRouter();
  const { isBusy, accept, ignore } = useRequests("friend", requests);
  const { rows, more } = useLoadMore(REQUEST_LISTS.friend, {}, requests.rows, requests.nextCursor);
  return (
    <RequestSection
      id="friend-requests"
      heading="Friend Requests"
      brief={brief}
      empty={empty}
      picture="requests"
      more={{ ...more, label: "Show more friend requests" }}
    >
      {rows.map(({ _id, from }) => (
        <RequestRow
          key={_id}
          leading={<Avatar name={from.name} picture={from.picture} />}
          title={<Bdi>{from.name}</Bdi>}
          detail={brief ? "Friend request" : <MaskedEmail email={from.email} />}
          what={`the friend request from ${from.name}`}
          busy={isBusy(_id)}
          onAccept={() => accept(_id, `You and ${isolate(from.name)} are friends now`)}
          onIgnore={() =>
            // Their profile can still add them.
            ignore(_id, `Request from ${isolate(from.name)} ignored`, {
              action: { label: "View profile", onClick: () => router.push(`/friends/${from._id}`) },
            })
          }
        />
      ))}
    </RequestSection>
  );
}
