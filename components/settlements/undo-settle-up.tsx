"use client";

import { call } from "@/lib/client/call";
import { UndoButton } from "./undo-button";

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
