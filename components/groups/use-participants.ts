"use client";

import { useState } from "react";
import { api, GENERIC_MESSAGE, serverMessage } from "@/lib/api-client";
import type { Group, PendingInvitation, Person } from "@/lib/schemas/answers";
import { groupKey } from "@/components/live-data/keys";
import { toast } from "@/components/ui/toast";

export type Participants = ReturnType<typeof useParticipants>;

/** Members and pending invitations of a group while its form is open; removals take effect at once. */
export function useParticipants(group: Group, pending: readonly PendingInvitation[]) {
  const [members, setMembers] = useState<readonly Person[]>(group.members);
  const [invitations, setInvitations] = useState(pending);
  const [busyId, setBusyId] = useState<string | null>(null);

  async function attempt(id: string, call: () => Promise<unknown>): Promise<boolean> {
    setBusyId(id);
    const done = await call().then(
      () => true,
      (error: unknown) => {
        toast.error(serverMessage(error, GENERIC_MESSAGE));
        return false;
      },
    );
    setBusyId(null);
    return done;
  }

  return {
    members,
    invitations,
    /** Id of the person or invitation whose removal is on its way. */
    busyId,
    /** Members and invited people: nobody is invited twice. */
    takenIds: [...members.map(({ _id }) => _id), ...invitations.map(({ to }) => to._id)],
    addInvitation: (sent: PendingInvitation) => setInvitations((now) => [...now, sent]),
    async removeMember(id: string): Promise<boolean> {
      const done = await attempt(id, () => api.put(`${groupKey(group._id)}/members/remove`, { userId: id }));
      if (done) setMembers((now) => now.filter((member) => member._id !== id));
      return done;
    },
    async withdraw(id: string): Promise<void> {
      const done = await attempt(id, () => api.delete(`/api/groups/requests/${id}`));
      if (done) setInvitations((now) => now.filter((invitation) => invitation._id !== id));
    },
  };
}
