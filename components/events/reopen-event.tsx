"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";

/** Reopens a closed event, by any member with an account. */
export function ReopenEvent({ eventId }: { eventId: string }) {
  const router = useRouter();
  const { pending, run } = usePending();
  const reopen = () =>
    run("reopen", async () => {
      await call("POST /api/events/{eventId}/reopen", { params: { eventId } });
      return router.refresh;
    });
  return (
    <Button
      ref={keepFocus}
      variant="quiet"
      className="members-only"
      busy={"reopen" in pending}
      busyLabel="Reopening…"
      onClick={() => void reopen()}
    >
      Reopen
    </Button>
  );
}
