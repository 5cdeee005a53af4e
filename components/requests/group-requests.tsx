"use client";

import { useRouter } from "next/navigation";
import { isolate } from "@/lib/core/text/isolate";
import type { GroupRequest } from "@/lib/contract/requests";
import { groupPath } from "@/lib/paths";
import { GroupIcon } from "@/components/ui/group-icon";
import { useLoadMore } from "@/components/refresh/use-load-more";
import { REQUEST_LISTS } from "@/components/shell/use-request-counts";
import { Bdi } from "@/components/ui/bdi";
import { RequestRow } from "./request-row";
import { RequestSection, type RequestsProps } from "./request-section";
import { useRequests } from "./use-requests";

export type GroupRequestsProps = RequestsProps<GroupRequest> & {
  /** Of many, only the first are shown until a press, because a list of groups is below. */
  folded?: boolean | undefined;
};

/** The viewer's pending group invitations. */
export function GroupRequests({ requests, empty, folded = false }: GroupRequestsProps) {
  const router = useRouter();
  const { isBusy, accept, ignore } = useRequests("group", requests);
  const { rows, more } = useLoadMore(REQUEST_LISTS.group, {}, requests.rows, requests.nextCursor);
  const rest = more.hasMore ? "Show more invitations" : `Show all ${rows.length} invitations`;
  return (
    <RequestSection
      id="group-requests"
      heading="Group Requests"
      empty={empty}
      fold={folded ? rest : undefined}
      more={{ ...more, label: "Show more group requests" }}
    >
      {rows.map(({ _id, from, groupId: group }) => (
        <RequestRow
          key={_id}
          leading={<GroupIcon src={group.icon} />}
          title={
            <span className="font-normal">
              <Bdi className="font-bold">{from.name}</Bdi> invited you to join{" "}
              <Bdi className="font-bold">{group.title}</Bdi>
            </span>
          }
          what={`the invitation from ${from.name} to join ${group.title}`}
          busy={isBusy(_id)}
          onAccept={() =>
            accept(_id, `You joined ${isolate(group.title)}`, {
              action: { label: "Open group", onClick: () => router.push(groupPath(group._id)) },
            })
          }
          onIgnore={() => ignore(_id, `Invitation to ${isolate(group.title)} ignored`)}
        />
      ))}
    </RequestSection>
  );
}
