"use client";

import type { GroupRequest } from "@/lib/schemas/answers";
import { GROUPS_KEY } from "@/components/live-data/keys";
import { GroupIcon } from "@/components/ui/group-icon";
import { toast } from "@/components/ui/toast";
import { RequestRow } from "./request-row";
import { RequestSection } from "./request-section";
import { useRequests } from "./use-requests";

const changes = [GROUPS_KEY];

/** Which groups the viewer is invited to. */
export function GroupRequests({ requests: fromServer }: { requests: GroupRequest[] }) {
  const { requests, answering, accept, ignore } = useRequests("group", fromServer, changes);

  async function acceptOf({ _id, groupId }: GroupRequest) {
    if (await accept(_id)) toast.success(`You joined ${groupId.title}`);
  }

  return (
    <RequestSection id="group-requests" heading="Group Requests" empty="No pending group requests.">
      {requests.map((request) => (
        <RequestRow
          key={request._id}
          leading={<GroupIcon src={request.groupId.icon} />}
          title={
            <span className="font-normal">
              <bdi className="font-bold">{request.from.name}</bdi> invited you to join{" "}
              <bdi className="font-bold">{request.groupId.title}</bdi>
            </span>
          }
          of={`${request.from.name} to join ${request.groupId.title}`}
          busy={answering === request._id}
          onAccept={() => void acceptOf(request)}
          onIgnore={() => void ignore(request._id)}
        />
      ))}
    </RequestSection>
  );
}
