"use client";

import { useRouter } from "next/navigation";
import { call, serverMessage } from "@/lib/client/call";
import type { Group, PendingInvitation } from "@/lib/contract/groups";
import { usePending } from "@/components/refresh/use-pending";
import { toast } from "@/components/ui/toast";

export type Participants = ReturnType<typeof useParticipants>;

/**
 * The members and pending invitations of a group while its form is open. Removals, and people without an account, are
 * saved at once.
 */
export function useParticipants(group: Group, invitations: readonly PendingInvitation[]) {
  const router = useRouter();
  const { pending, run } = usePending();

  /** @param close closes the dialog that asked for it, together with the screen's update, or after a failure */
  const save = (id: string, send: () => Promise<unknown>, close?: () => void) =>
    run(
      id,
      async () => {
        await send();
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
    removeMember: (id: string, close: () => void) => {
      const input = { params: { groupId: group._id }, body: { userId: id } };
      void save(id, () => call("PUT /api/groups/{groupId}/members/remove", input), close);
    },
    /** Adds a person without an account, at once. */
    addGuest: (name: string) => {
      // The same name again would be refused.
      const input = { params: { groupId: group._id }, body: { name }, idempotencyKey: null };
      void save(name, () => call("POST /api/groups/{groupId}/guests", input));
    },
    withdraw: (id: string) =>
      void save(id, () => call("DELETE /api/groups/requests/{id}", { params: { id } })),
  };
}
