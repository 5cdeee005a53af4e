"use client";

import { call } from "@/lib/client/call";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { ActionButton } from "@/components/refresh/action-button";
import { toast } from "@/components/ui/toast";
import { undoPlan, type PlanScope } from "../plans/plan-operations";

export type UndoPlanProps = { scope: PlanScope; planId: string; onUndone?: () => void };

/** Undoes a plan. If one of its payments is settled, the server says so. */
export function UndoPlan({ scope, planId, onUndone }: UndoPlanProps) {
  return (
    <UndoButton undo={() => undoPlan(scope, planId).then(onUndone)} done="The earlier payments are back." />
  );
}

export type UndoSettleUpProps = { friendId: string; batchId: string };

/** Unsettles everything that the viewer and another person settled together. */
export function UndoSettleUp({ friendId, batchId }: UndoSettleUpProps) {
  const params = { id: friendId, batchId };
  return (
    <UndoButton
      undo={() => call("DELETE /api/users/{id}/settlements/{batchId}", { params })}
      done="The payments are unsettled again."
    />
  );
}

type UndoButtonProps = {
  undo: () => Promise<unknown>;
  /** Said afterwards. */
  done: string;
};

/** Undoes what was done with several payments at once. If that is not possible any more, the server says why. */
function UndoButton({ undo, done }: UndoButtonProps) {
  return (
    <ActionButton
      variant="quiet"
      className="members-only self-start"
      busyLabel="Undoing…"
      action={async () => {
        await undo();
        toast.success(done);
        return announceSettlementsChanged;
      }}
    >
      Undo
    </ActionButton>
  );
}
