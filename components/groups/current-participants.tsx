"use client";

import { useState } from "react";
import type { UnsettledEvent } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import type { Person } from "@/lib/contract/people";
import { isolate } from "@/lib/core/text/isolate";
import { useCurrentUser } from "@/components/session/current-user";
import { Badge } from "@/components/ui/badge";
import { LeaveDialog } from "./leave-dialog";
import { PeopleRows } from "./people-rows";
import { unsettledOf } from "./unsettled-events";
import type { Participants } from "./use-participants";

export type CurrentParticipantsProps = {
  group: Group;
  participants: Participants;
  /** The events with open payments, which prevent people from leaving the group. */
  unsettled: readonly UnsettledEvent[];
  isCreator: boolean;
};

/** The members and invitees of a group. Only its creator can remove members (docs/rules.md#rights). */
export function CurrentParticipants(props: CurrentParticipantsProps) {
  const { group, participants, unsettled, isCreator } = props;
  const user = useCurrentUser();
  const { members } = group;
  const { invitations, isBusy } = participants;
  const [leaver, setLeaver] = useState<Person | null>(null);
  const name = isolate(leaver?.name ?? "");

  return (
    <>
      <PeopleRows
        heading={`Current participants (${members.length})`}
        label="Current participants"
        rows={[
          ...members.map((person) => ({
            person,
            mark: person._id === user.id ? <span className="-ml-1 font-normal text-muted">(you)</span> : null,
            onRemove: isCreator && person._id !== group.createdBy._id ? () => setLeaver(person) : undefined,
          })),
          ...invitations.map(({ _id, to }) => ({
            person: to,
            mark: <Badge tone="sun">(Pending)</Badge>,
            onRemove: () => participants.withdraw(_id),
            busy: isBusy(_id),
          })),
        ]}
      />
      <LeaveDialog
        open={leaver !== null}
        subject={`${name} still has`}
        unsettled={leaver && unsettledOf({ groupId: group._id, person: leaver._id, mine: false }, unsettled)}
        question={`Are you sure you want to remove ${name}?`}
        confirmLabel="Remove"
        busyLabel="Removing…"
        busy={leaver !== null && isBusy(leaver._id)}
        onConfirm={() => leaver && participants.removeMember(leaver._id, () => setLeaver(null))}
        onCancel={() => setLeaver(null)}
      >
        Their expenses and payments stay in the group.
      </LeaveDialog>
    </>
  );
}
