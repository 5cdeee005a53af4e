"use client";

import { useRouter } from "next/navigation";
import type { FriendRequest } from "@/lib/schemas/answers";
import { MaskedEmail } from "@/components/friends/masked-email";
import { Avatar } from "@/components/people/avatar";
import { RequestRow } from "./request-row";
import { RequestSection, type RequestsProps } from "./request-section";
import { useRequests } from "./use-requests";

/** The viewer's pending friend requests. */
export function FriendRequests({ requests, empty }: RequestsProps<FriendRequest>) {
  const router = useRouter();
  const { rows, more, isBusy, accept, ignore } = useRequests("friend", requests);
  return (
    <RequestSection
      id="friend-requests"
      heading="Friend Requests"
      empty={empty}
      more={{ ...more, label: "Show more friend requests" }}
    >
      {rows.map(({ _id, from }) => (
        <RequestRow
          key={_id}
          leading={<Avatar name={from.name} picture={from.picture} />}
          title={<bdi>{from.name}</bdi>}
          detail={<MaskedEmail email={from.email} />}
          what={`the friend request from ${from.name}`}
          busy={isBusy(_id)}
          onAccept={() => accept(_id, `You and ${from.name} are friends now`)}
          onIgnore={() =>
            // Their profile can still add them.
            ignore(_id, `Request from ${from.name} ignored`, {
              action: { label: "View profile", onClick: () => router.push(`/friends/${from._id}`) },
            })
          }
        />
      ))}
    </RequestSection>
  );
}
