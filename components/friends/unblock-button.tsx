"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import type { Person } from "@/lib/contract/people";
import { ActionButton, type ActionButtonProps } from "@/components/refresh/action-button";
import { toast } from "@/components/ui/toast";
import { isolate } from "@/lib/core/text/isolate";

export type UnblockButtonProps = { person: Person } & Omit<ActionButtonProps, "action" | "children">;

/** Unblocks a person and refreshes the screen. */
export function UnblockButton({ person: { _id, name }, ...look }: UnblockButtonProps) {
  const router = useRouter();
  return (
    <ActionButton
      {...look}
      action={async () => {
        await call("DELETE /api/users/blocks/{blockedId}", { params: { blockedId: _id } });
        toast.success(`${isolate(name)} is no longer blocked`);
        return router.refresh;
      }}
    >
      Unblock
    </ActionButton>
  );
}
