"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { call } from "@/lib/client/call";
import { statementPath } from "@/lib/paths";
import { isolate } from "@/lib/core/text/isolate";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { keepFocus } from "@/components/ui/keep-focus";
import { toast } from "@/components/ui/toast";

export type CloseEventProps = {
  event: { _id: string; groupId: string; expenseCount: number };
  title: string;
};

/** Closes an event, after a question, and shows what it came down to (docs/rules.md#closed-events). */
export function CloseEvent({ event: { _id, groupId, expenseCount }, title }: CloseEventProps) {
  const router = useRouter();
  const { pending, run } = usePending();
  const [open, setOpen] = useState(false);

  async function close() {
    await run("close", async () => {
      await call("POST /api/events/{eventId}/close", { params: { eventId: _id } });
      toast.success("Event closed");
      return expenseCount > 0 ? () => router.push(statementPath(groupId, _id)) : router.refresh;
    });
    setOpen(false);
  }

  return (
    <>
      <button
        ref={keepFocus}
        type="button"
        data-write
        className="members-only quiet-link"
        onClick={() => setOpen(true)}
      >
        <Icon className="icon-lock" />
        Close event
      </button>
      <ConfirmDialog
        open={open}
        question={`Close “${isolate(title)}”?`}
        confirmLabel="Close event"
        confirmVariant="primary"
        busyLabel="Closing…"
        busy={"close" in pending}
        onConfirm={() => void close()}
        onCancel={() => setOpen(false)}
      >
        Nobody can add or change expenses until someone reopens it. Payments can still be settled.
      </ConfirmDialog>
    </>
  );
}

/**
 * Reopens a closed event, by any member with an account. Not an ActionButton, whose code the event's screen would load for
 * nothing else: its JavaScript budget is used up.
 */
export function ReopenEvent({ eventId }: { eventId: string }) {
  const router = useRouter();
  const { pending, run } = usePending();
  const reopen = () =>
    run("reopen", async () => {
      await call("POST /api/events/{eventId}/reopen", { params: { eventId } });
      toast.success("Event reopened");
      return router.refresh;
    });
  return (
    <Button
      ref={keepFocus}
      data-write
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
