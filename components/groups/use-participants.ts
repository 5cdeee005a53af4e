"use client";

import { useRouter } from "next/navigation";
import { startTransition, useOptimistic, useState } from "react";
import { api, isRefusal, serverMessage } from "@/lib/api-client";
import type { Group, PendingInvitation } from "@/lib/schemas/answers";
import { toast } from "@/components/ui/toast";

export type Participants = ReturnType<typeof useParticipants>;

const none: readonly string[] = [];

/** The members and pending invitations of a group while its form is open. Removals are saved at once. */
export function useParticipants(group: Group, pending: readonly PendingInvitation[]) {
  const router = useRouter();
  const [removed, hide] = useOptimistic(none, (ids, id: string) => [...ids, id]);
  const [busyId, setBusyId] = useState<string | null>(null);
  const stays = ({ _id }: { _id: string }) => !removed.includes(_id);
  const members = group.members.filter(stays);
  const invitations = pending.filter(stays);

  async function remove(id: string, call: () => Promise<unknown>): Promise<void> {
    setBusyId(id);
    try {
      await call();
      startTransition(() => {
        hide(id);
        router.refresh();
      });
    } catch (error) {
      toast.error(serverMessage(error));
      if (isRefusal(error)) router.refresh();
    }
    setBusyId(null);
  }

  return {
    members,
    invitations,
    /** The id of the person or invitation that is being removed. */
    busyId,
    /** Ids of members and invitees, who cannot be invited again. */
    takenIds: [...members.map(({ _id }) => _id), ...invitations.map(({ to }) => to._id)],
    removeMember: (id: string) =>
      remove(id, () => api.put(`/api/groups/${group._id}/members/remove`, { userId: id })),
    withdraw: (id: string) => remove(id, () => api.delete(`/api/groups/requests/${id}`)),
  };
}
