"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { call } from "@/lib/client/call";
import { RESTORABLE_DAYS } from "@/lib/core/retention";
import type { Group } from "@/lib/contract/groups";
import { offerUndo, RESTORE_FAILED } from "@/components/refresh/restore";
import { useConfirmed } from "@/components/refresh/use-confirmed";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Bdi } from "@/components/ui/bdi";

/**
 * Deletes a group with everything in it. For its creator.
 * @param props.children what people still owe each other in it
 */
export function DeleteGroup({ group, children }: { group: Group; children: ReactNode }) {
  const router = useRouter();
  const params = { groupId: group._id };
  const { ask, dialog } = useConfirmed(async () => {
    await call("DELETE /api/groups/{groupId}", { params });
    const restore = () => call("PUT /api/groups/{groupId}/restore", { params });
    offerUndo("Group deleted successfully", restore, RESTORE_FAILED);
    return () => router.replace("/groups");
  }, "Failed to delete group. Please try again.");

  return (
    <>
      <Button data-write variant="secondary" icon="icon-trash" onClick={ask}>
        Delete Group
      </Button>
      <ConfirmDialog
        {...dialog}
        question="Are you sure you want to delete this group?"
        confirmLabel="Delete"
        busyLabel="Deleting…"
      >
        “<Bdi>{group.title}</Bdi>” is deleted for everyone, with its events, expenses, and balances. You can
        restore it for {RESTORABLE_DAYS} days.
        {children}
      </ConfirmDialog>
    </>
  );
}
