"use client";

import { useRouter } from "next/navigation";
import { api } from "@/lib/api-client";
import type { Person } from "@/lib/schemas/answers";
import { usePending } from "@/components/refresh/use-pending";
import { toast } from "@/components/ui/toast";

export const BLOCKS_PATH = "/api/users/blocks";

/** Unblocks people and refreshes the screen. */
export function useUnblock() {
  const router = useRouter();
  const { pending, run } = usePending();
  return {
    isBusy: ({ _id }: Person) => _id in pending,
    unblock: (person: Person) =>
      void run(person._id, async () => {
        await api.delete(`${BLOCKS_PATH}/${person._id}`);
        toast.success(`${person.name} is no longer blocked`);
        return router.refresh;
      }),
  };
}
