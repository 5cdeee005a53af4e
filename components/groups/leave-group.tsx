"use client";

import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { api, isRefusal, serverMessage } from "@/lib/api-client";
import type { Group } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/session/current-user";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { Icon } from "@/components/ui/icon";
import { LeaveDialog } from "./leave-dialog";

export type LeaveGroupProps = {
  group: Group;
  /** What prevents the viewer from leaving, if anything does. */
  unsettled: ReactNode;
};

/** Leaves the group. For any member except the creator, unless they have unsettled payments (design section 4). */
export function LeaveGroup({ group, unsettled }: LeaveGroupProps) {
  const user = useCurrentUser();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await api.put(`/api/groups/${group._id}/members/remove`, { userId: user.id });
      toast.success(`You left ${group.title}`);
      router.replace("/groups");
    } catch (error) {
      toast.error(serverMessage(error));
      if (isRefusal(error)) router.refresh();
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <>
      <Button variant="secondary" icon={<Icon className="icon-log-out" />} onClick={() => setAsking(true)}>
        Leave Group
      </Button>
      <LeaveDialog
        open={asking}
        subject="You still have"
        unsettled={unsettled}
        question="Are you sure you want to leave this group?"
        confirmLabel="Leave"
        busyLabel="Leaving…"
        busy={busy}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      >
        You&apos;ll no longer see its events. To rejoin, you need a new invitation.
      </LeaveDialog>
    </>
  );
}
