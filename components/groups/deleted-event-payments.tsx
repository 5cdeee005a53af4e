"use client";

import { MAX_ROWS } from "@/lib/core/page";
import { useCall } from "@/lib/client/use-call";
import { useCurrentUser } from "@/components/session/current-user";
import { Skeleton } from "@/components/ui/skeleton";
import { DeletedPayments } from "./deleted-payments";

/** What people still owe each other in an event that is about to be deleted, as of now. */
export function DeletedEventPayments({ eventId }: { eventId: string }) {
  const user = useCurrentUser();
  const query = { eventId, settled: "false" as const };
  const { data, error } = useCall("GET /api/settlements", { query }, { revalidateOnMount: true });
  if (data)
    return (
      <DeletedPayments
        viewerId={user.id}
        debts={data.filter(({ settled }) => !settled)}
        more={data.length === MAX_ROWS}
      />
    );
  if (error) return <p className="mt-4">The unsettled payments couldn&apos;t be loaded.</p>;
  return <Skeleton className="mt-4 h-16 rounded-card" />;
}
