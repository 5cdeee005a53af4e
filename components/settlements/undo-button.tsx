"use client";

import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { toast } from "@/components/ui/toast";

export type UndoButtonProps = {
  undo: () => Promise<unknown>;
  /** Said afterwards. */
  done: string;
};

/** Undoes what was done with several payments at once. If that is not possible any more, the server says why. */
export function UndoButton({ undo, done }: UndoButtonProps) {
  const { pending, run } = usePending();
  const send = () =>
    run("undo", async () => {
      await undo();
      toast.success(done);
      return announceSettlementsChanged;
    });
  return (
    <Button
      ref={keepFocus}
      variant="quiet"
      className="members-only self-start"
      busy={"undo" in pending}
      busyLabel="Undoing…"
      onClick={() => void send()}
    >
      Undo
    </Button>
  );
}
