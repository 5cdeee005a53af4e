"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { call } from "@/lib/client/call";
import type { Group } from "@/lib/contract/groups";
import { isolate } from "@/lib/core/text/isolate";
import { useCurrentUser } from "@/components/session/current-user";
import { useConfirmed } from "@/components/refresh/use-confirmed";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { LeaveDialog } from "./leave-dialog";

export type LeaveGroupProps = {
  group: Group;
  /** What prevents the viewer from leaving, if anything does. */
  unsettled: ReactNode;
};

/** Leaves the group. For any member except the creator, unless they have unsettled payments (docs/rules.md#rights). */
export function LeaveGroup({ group, unsettled }: LeaveGroupProps) {
  const user = useCurrentUser();
  const router = useRouter();
  const { ask, dialog } = useConfirmed(async () => {
    const input = { params: { groupId: group._id }, body: { userId: user.id } };
    await call("PUT /api/groups/{groupId}/members/remove", input);
    toast.success(`You left ${isolate(group.title)}`);
    return () => router.replace("/groups");
  });

  return (
    <>
      <Button data-write variant="secondary" icon="icon-log-out" onClick={ask}>
        Leave Group
      </Button>
      <LeaveDialog
        {...dialog}
        subject="You still have"
        unsettled={unsettled}
        question="Are you sure you want to leave this group?"
        confirmLabel="Leave"
        busyLabel="Leaving…"
      >
        You&apos;ll no longer see its events. To rejoin, you need a new invitation.
      </LeaveDialog>
    </>
  );
}
