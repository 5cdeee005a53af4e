"use client";

import type { GroupRequest } from "@/lib/schemas/answers";
import { GroupIcon } from "@/components/ui/group-icon";
import { RequestRow } from "./request-row";
import { RequestSection } from "./request-section";
import { useRequests } from "./use-requests";

/** Which groups the viewer is invited to. */
export function GroupRequests({ requests: rendered }: { requests: readonly GroupRequest[] }) {
  const { requests, isBusy, accept, ignore } = useRequests("group", rendered);
  return (
    <RequestSection id="group-requests" heading="Group Requests" empty="No pending group requests.">
      {requests.map(({ _id, from, groupId: group }) => (
        <RequestRow
          key={_id}
          leading={<GroupIcon src={group.icon} />}
          title={
            <span className="font-normal">
              <bdi className="font-bold">{from.name}</bdi> invited you to join{" "}
              <bdi className="font-bold">{group.title}</bdi>
            </span>
          }
          of={`${from.name} to join ${group.title}`}
          busy={isBusy(_id)}
          onAccept={() => accept(_id, `You joined ${group.title}`)}
          onIgnore={() => ignore(_id)}
        />
      ))}
    </RequestSection>
  );
}
