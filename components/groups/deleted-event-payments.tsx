"use client";

import useSWR from "swr";
import { api } from "@/lib/api-client";
import type { Settlement } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/session/current-user";
import { Skeleton } from "@/components/ui/skeleton";
import { DeletedPayments } from "./deleted-payments";

/** What people still owe each other in an event that is about to be deleted, as of now. */
export function DeletedEventPayments({ eventId }: { eventId: string }) {
  const user = useCurrentUser();
  // All unsettled payments, and one settled.
  const { data, error } = useSWR(`/api/settlements?eventId=${eventId}&limit=1`, api.get<Settlement[]>, {
    revalidateOnMount: true,
  });
  if (data) return <DeletedPayments viewerId={user.id} debts={data.filter(({ settled }) => !settled)} />;
  if (error) return <p className="mt-4">The unsettled payments could not be loaded.</p>;
  return <Skeleton className="mt-4 h-16 rounded-card" />;
}
