"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import type { Person } from "@/lib/contract/people";
import { usePending } from "@/components/refresh/use-pending";
import { toast } from "@/components/ui/toast";

/** Unblocks people and refreshes the screen. */
export function useUnblock() {
  const router = useRouter();
  const { pending, run } = usePending();
  return {
    isBusy: ({ _id }: Person) => _id in pending,
    unblock: (person: Person) =>
      void run(person._id, async () => {
        await call("DELETE /api/users/blocks/{blockedId}", { params: { blockedId: person._id } });
        toast.success(`${person.name} is no longer blocked`);
        return router.refresh;
      }),
  };
}
