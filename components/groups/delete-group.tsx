"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { api } from "@/lib/api-client";
import type { Group } from "@/lib/schemas/answers";
import { refreshKeys } from "@/components/live-data/refresh-keys";
import { GROUPS_KEY, groupKey } from "@/components/live-data/keys";
import { announceSettlementsChanged } from "@/components/settlements/settlements-changed";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

/** Deletes a group with everything in it; for its creator. */
export function DeleteGroup({ group }: { group: Group }) {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await api.delete(groupKey(group._id));
      announceSettlementsChanged();
      await refreshKeys(mutate, [GROUPS_KEY]);
      toast.success("Group deleted successfully");
      router.replace("/groups");
    } catch {
      toast.error("Failed to delete group. Please try again.");
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <>
      <Button variant="secondary" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
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
        <bdi>{group.title}</bdi> goes for everybody, with its events, expenses, and what is owed for them.
      </ConfirmDialog>
    </>
  );
}
