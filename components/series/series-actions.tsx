"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import { isolate } from "@/lib/core/text/isolate";
import { useConfirmed } from "@/components/refresh/use-confirmed";
import { usePending } from "@/components/refresh/use-pending";
import { editSeriesPath } from "@/lib/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

export type SeriesActionsProps = {
  series: {
    _id: string;
    groupId: string;
    description: string;
    next: string | null;
    paused: boolean;
    mayChange: boolean;
  };
};

/** Pauses a series, for every member; resumes, skips, edits, and stops it, for those who may change it. */
export function SeriesActions({ series }: SeriesActionsProps) {
  const { _id, groupId, description, next, paused, mayChange } = series;
  const router = useRouter();
  const { pending, run } = usePending();
  const params = { seriesId: _id };
  const { ask, dialog } = useConfirmed(async () => {
    await call("DELETE /api/series/{seriesId}", { params });
    toast.success("Stopped");
    return router.refresh;
  });
  const action = (label: string, done: string, send: () => Promise<unknown>) => (
    <Button
      variant="quiet"
      data-write
      aria-label={`${label}: ${description}`}
      busy={label in pending}
      onClick={() =>
        void run(label, async () => {
          await send();
          toast.success(done);
          return router.refresh;
        })
      }
    >
      {label}
    </Button>
  );
  return (
    <div className="members-only -mx-3 flex w-full flex-wrap [&>.button]:px-3">
      {paused
        ? mayChange &&
          action("Resume", "Resumed", () => call("POST /api/series/{seriesId}/resume", { params }))
        : action("Pause", "Paused", () => call("POST /api/series/{seriesId}/pause", { params }))}
      {mayChange && next ? (
        <>
          <ButtonLink
            variant="quiet"
            href={editSeriesPath(groupId, _id)}
            aria-label={`Edit upcoming: ${description}`}
          >
            Edit
          </ButtonLink>
          {action("Skip next", "Skipped", () =>
            call("POST /api/series/{seriesId}/skip", { params, query: { day: next } }),
          )}
          <Button variant="quiet" data-write aria-label={`Stop: ${description}`} onClick={ask}>
            Stop
          </Button>
          <ConfirmDialog
            {...dialog}
            question={`Stop repeating “${isolate(description)}”?`}
            confirmLabel="Stop"
            busyLabel="Stopping…"
          >
            Expenses that were already added stay.
          </ConfirmDialog>
        </>
      ) : null}
    </div>
  );
}
