"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { api, isRefusal, serverMessage } from "@/lib/api-client";
import type { Person } from "@/lib/schemas/answers";
import { toast } from "@/components/ui/toast";

export const BLOCKS_PATH = "/api/users/blocks";

/** Unblocks people and refreshes the screen. */
export function useUnblock() {
  const router = useRouter();
  // Until the refreshed screen is shown.
  const [busy, startAction] = useTransition();
  const [unblockingId, setUnblockingId] = useState<string | null>(null);
  return {
    /** The id of the person who is being unblocked. */
    busyId: busy ? unblockingId : null,
    unblock(person: Person) {
      setUnblockingId(person._id);
      startAction(async () => {
        try {
          await api.delete(`${BLOCKS_PATH}/${person._id}`);
          toast.success(`${person.name} is no longer blocked`);
          router.refresh();
        } catch (error) {
          toast.error(serverMessage(error));
          if (isRefusal(error)) router.refresh();
        }
      });
    },
  };
}
