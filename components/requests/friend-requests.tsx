"use client";

import type { FriendRequest } from "@/lib/schemas/answers";
import { MaskedEmail } from "@/components/friends/masked-email";
import { FRIENDS_KEY } from "@/components/live-data/keys";
import { Avatar } from "@/components/ui/avatar";
import { toast } from "@/components/ui/toast";
import { RequestRow } from "./request-row";
import { RequestSection } from "./request-section";
import { useRequests } from "./use-requests";

const changes = [FRIENDS_KEY];

/** Who wants to be the viewer's friend. */
export function FriendRequests({ requests: fromServer }: { requests: FriendRequest[] }) {
  const { requests, answering, accept, ignore } = useRequests("friend", fromServer, changes);

  async function acceptOf({ _id, from }: FriendRequest) {
    if (await accept(_id)) toast.success(`You and ${from.name} are friends now`);
  }

  return (
    <RequestSection id="friend-requests" heading="Friend Requests" empty="No pending friend requests.">
      {requests.map((request) => (
        <RequestRow
          key={request._id}
          leading={<Avatar name={request.from.name} picture={request.from.picture} />}
          title={<bdi>{request.from.name}</bdi>}
          detail={<MaskedEmail email={request.from.email} />}
          of={request.from.name}
          busy={answering === request._id}
          onAccept={() => void acceptOf(request)}
          onIgnore={() => void ignore(request._id)}
        />
      ))}
    </RequestSection>
  );
}
