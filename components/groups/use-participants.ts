"use client";

import { useRouter } from "next/navigation";
import { api } from "@/lib/api-client";
import type { Group, PendingInvitation } from "@/lib/schemas/answers";
import { usePending } from "@/components/refresh/use-pending";

export type Participants = ReturnType<typeof useParticipants>;

/** The members and pending invitations of a group while its form is open. Removals are saved at once. */
export function useParticipants(group: Group, invitations: readonly PendingInvitation[]) {
  const router = useRouter();
  const { pending, run } = usePending<true>();
  const { members } = group;

  const remove = (id: string, call: () => Promise<unknown>) =>
    run(id, true, async () => {
      await call();
      return router.refresh;
    });

  return {
    members,
    invitations,
    /** True from removing a person or an invitation until the screen without it. */
    isBusy: (id: string) => id in pending,
    /** Ids of members and invitees, who cannot be invited again. */
    takenIds: [...members.map(({ _id }) => _id), ...invitations.map(({ to }) => to._id)],
    removeMember: (id: string) =>
      remove(id, () => api.put(`/api/groups/${group._id}/members/remove`, { userId: id })),
    withdraw: (id: string) => remove(id, () => api.delete(`/api/groups/requests/${id}`)),
  };
}
