"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { isolate } from "@/lib/core/text/isolate";
import { expensePath } from "@/lib/paths";
import { Dialog } from "@/components/ui/dialog";
import { ChooseEvent } from "./choose-event";
import { moveAll, type EventRef, type Selected, type Target } from "./several";

export type MoveDialogProps = {
  open: boolean;
  event: EventRef;
  expense: Selected;
  /** Ids of everyone concerned, if known. */
  people?: readonly string[];
  onClose: () => void;
};

/** Moves an expense to another event. If the expense's screen is open, it follows. */
export function MoveDialog({ open, event, expense, people, onClose }: MoveDialogProps) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function move(to: Target) {
    const pathIn = (place: EventRef) => expensePath(place.groupId, place._id, expense._id);
    setBusy(true);
    const moved = await moveAll([expense], event, to, () => {
      if (location.pathname === pathIn(to)) router.replace(pathIn(event));
    });
    setBusy(false);
    onClose();
    if (moved && location.pathname === pathIn(event)) router.replace(pathIn(to));
  }

  return (
    <Dialog open={open} onClose={onClose} title={`Move “${isolate(expense.description)}”`} locked={busy}>
      <ChooseEvent
        from={event}
        people={people}
        busy={busy}
        onChoose={(to) => void move(to)}
        onCancel={onClose}
      />
    </Dialog>
  );
}
