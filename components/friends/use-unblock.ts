"use client";

import { useState } from "react";
import { api, GENERIC_MESSAGE, serverMessage } from "@/lib/api-client";
import type { Person } from "@/lib/schemas/answers";
import { toast } from "@/components/ui/toast";

export const BLOCKS_PATH = "/api/users/blocks";

/** Ends a block. @param onUnblocked told whose, once the server has */
export function useUnblock(onUnblocked: (person: Person) => void) {
  const [busyId, setBusyId] = useState<string | null>(null);
  return {
    /** Id of the person whose block is being ended. */
    busyId,
    async unblock(person: Person) {
      setBusyId(person._id);
      try {
        await api.delete(`${BLOCKS_PATH}/${person._id}`);
        toast.success(`${person.name} is not blocked any more`);
        onUnblocked(person);
      } catch (error) {
        toast.error(serverMessage(error, GENERIC_MESSAGE));
      }
      setBusyId(null);
    },
  };
}
