"use client";

import type { FriendRequest } from "@/lib/schemas/answers";
import { MaskedEmail } from "@/components/friends/masked-email";
import { FRIENDS_KEY } from "@/components/live-data/keys";
import { Avatar } from "@/components/ui/avatar";
import { EmptyState } from "@/components/ui/empty-state";
import { List } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";
import { toast } from "@/components/ui/toast";
import { RequestRow } from "./request-row";
import { useRequests } from "./use-requests";

const changes = [FRIENDS_KEY];

/** Who wants to be the viewer's friend. */
export function FriendRequests({ requests: fromServer }: { requests: FriendRequest[] }) {
  const { requests, answering, accept, ignore } = useRequests("friend", fromServer, changes);

  async function acceptOf({ _id, from }: FriendRequest) {
    if (await accept(_id)) toast.success(`You and ${from.name} are friends now`);
  }

  return (
    <section aria-labelledby="friend-requests" className="flex flex-col gap-4">
      <SectionHeading id="friend-requests">Friend Requests</SectionHeading>
      {requests.length > 0 ? (
        <List>
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
        </List>
      ) : (
        <EmptyState picture="requests" title="No pending friend requests." />
      )}
    </section>
  );
}
