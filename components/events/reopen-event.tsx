"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import { ActionButton } from "@/components/refresh/action-button";

/** Reopens a closed event, by any member with an account. */
export function ReopenEvent({ eventId }: { eventId: string }) {
  const router = useRouter();
  return (
    <ActionButton
      variant="quiet"
      className="members-only"
      busyLabel="Reopening…"
      action={async () => {
        await call("POST /api/events/{eventId}/reopen", { params: { eventId } });
        return router.refresh;
      }}
    >
      Reopen
    </ActionButton>
  );
}
