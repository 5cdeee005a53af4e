"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { api } from "@/lib/api-client";
import type { Group } from "@/lib/schemas/answers";
import { offerUndo } from "@/components/refresh/restore";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { Icon } from "@/components/ui/icon";

/** Deletes a group with everything in it. For its creator. */
export function DeleteGroup({ group }: { group: Group }) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await api.delete(`/api/groups/${group._id}`);
      announceSettlementsChanged({ leaving: true });
      offerUndo("Group deleted successfully", `/api/groups/${group._id}`);
      router.replace("/groups");
    } catch {
      toast.error("Failed to delete group. Please try again.");
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <>
      <Button variant="secondary" icon={<Icon className="icon-trash" />} onClick={() => setAsking(true)}>
        Delete Group
      </Button>
      <ConfirmDialog
        open={asking}
        question="Are you sure you want to delete this group?"
        confirmLabel="Delete"
        busyLabel="Deleting…"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <bdi>{group.title}</bdi> is deleted for everyone, with its events, expenses, and balances.
      </ConfirmDialog>
    </>
  );
}
