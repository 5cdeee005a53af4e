"use client";

import { useState } from "react";
import { useCall } from "@/lib/client/use-call";
import { dateOnly } from "@/lib/core/text/dates";
import { pluralize } from "@/lib/core/text/pluralize";
import { useCurrentUser } from "@/components/session/current-user";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Day } from "@/components/ui/day";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { ChooseEvent } from "./choose-event";
import { mayChange } from "./may-change";
import { deleteAll, moveAll, type EventRef } from "./several";

export type SelectDialogProps = { open: boolean; event: EventRef; onClose: () => void };

/** Selects the expenses that the viewer may change, and moves or deletes them. */
export function SelectDialog({ open, event, onClose }: SelectDialogProps) {
  const { id } = useCurrentUser();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [step, setStep] = useState<"select" | "move" | "delete">("select");
  const [busy, setBusy] = useState(false);
  const query = { eventId: event._id };
  // A cached list may contain expenses that were moved since.
  const { data, error, isValidating, mutate } = useCall("GET /api/expenses", open ? { query } : null, {
    dedupingInterval: 0,
  });
  const own = isValidating && step === "select" ? undefined : data?.filter((one) => mayChange(id, one));
  const selected = (own ?? []).filter(({ _id }) => chosen.includes(_id));
  const what = pluralize(selected.length, "expense");

  function close() {
    setChosen([]);
    setStep("select");
    onClose();
  }

  async function send(request: Promise<unknown>) {
    setBusy(true);
    await request;
    setBusy(false);
    close();
  }

  const title = {
    select: "Select expenses",
    move: `Move ${what}`,
    delete: `Are you sure you want to delete ${selected.length === 1 ? "this expense" : "these expenses"}?`,
  }[step];
  return (
    <Dialog open={open} onClose={close} title={title} locked={busy}>
      {step === "move" ? (
        <ChooseEvent
          from={event}
          busy={busy}
          onChoose={(to) => void send(moveAll(selected, event, to))}
          onCancel={close}
        />
      ) : step === "delete" ? (
        <>
          <p className="text-muted">
            {what} will be removed for everyone. Settled payments stay as they are, so some of them may be
            owed back.
          </p>
          <DialogActions>
            <Button
              variant="danger"
              data-write
              busy={busy}
              busyLabel="Deleting…"
              onClick={() => void send(deleteAll(selected))}
            >
              Delete
            </Button>
            <Button variant="secondary" data-autofocus disabled={busy} onClick={close}>
              Cancel
            </Button>
          </DialogActions>
        </>
      ) : (
        <>
          {error ? (
            <LoadFailed onRetry={() => void mutate()} />
          ) : own ? (
            <div>
              {own.map(({ _id, description, amount, date }) => (
                <Checkbox
                  key={_id}
                  checked={chosen.includes(_id)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, _id] : chosen.filter((one) => one !== _id))
                  }
                  label={
                    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                      <span className="min-w-0">
                        <Bdi className="font-semibold wrap-anywhere">{description}</Bdi>{" "}
                        <span className="text-sm whitespace-nowrap text-muted">
                          <Day iso={dateOnly(date)} short />
                        </span>
                      </span>
                      <Amount dollars={amount} className="ml-auto" />
                    </span>
                  }
                />
              ))}
            </div>
          ) : (
            <Skeleton className="h-48 rounded-card" />
          )}
          <DialogActions>
            <div className="flex flex-wrap gap-3 sm:contents">
              <Button disabled={selected.length === 0} className="flex-1" onClick={() => setStep("move")}>
                {selected.length > 0 ? `Move ${selected.length}` : "Move"}
              </Button>
              <Button
                variant="secondary"
                disabled={selected.length === 0}
                className="flex-1"
                onClick={() => setStep("delete")}
              >
                {selected.length > 0 ? `Delete ${selected.length}` : "Delete"}
              </Button>
            </div>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
