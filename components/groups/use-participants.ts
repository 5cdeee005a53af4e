"use client";

import { useRouter } from "next/navigation";
import { api, serverMessage } from "@/lib/api-client";
import type { Group, PendingInvitation } from "@/lib/schemas/answers";
import { usePending } from "@/components/refresh/use-pending";
import { toast } from "@/components/ui/toast";

export type Participants = ReturnType<typeof useParticipants>;

/** The members and pending invitations of a group while its form is open. Removals are saved at once. */
export function useParticipants(group: Group, invitations: readonly PendingInvitation[]) {
  const router = useRouter();
  const { pending, run } = usePending();

  /** @param close closes the dialog that asked for it, together with the screen's update, or after a failure */
  const remove = (id: string, call: () => Promise<unknown>, close?: () => void) =>
    run(
      id,
      async () => {
        await call();
        return () => {
          router.refresh();
          close?.();
        };
      },
      (error) => {
        toast.error(serverMessage(error));
        close?.();
      },
    );

  return {
    invitations,
    /** True from removing a person or an invitation until the screen is rendered without it. */
    isBusy: (id: string) => id in pending,
    /** Ids of members and invitees, who cannot be invited again. */
    takenIds: [...group.members.map(({ _id }) => _id), ...invitations.map(({ to }) => to._id)],
    removeMember: (id: string, close: () => void) =>
      void remove(id, () => api.put(`/api/groups/${group._id}/members/remove`, { userId: id }), close),
    withdraw: (id: string) => void remove(id, () => api.delete(`/api/groups/requests/${id}`)),
  };
}
