"use client";

import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { toast } from "@/components/ui/toast";
import { undoPlan, type PlanScope } from "./plan-calls";

export type UndoPlanProps = { scope: PlanScope; planId: string };

/** Undoes a plan. If one of its payments is settled, the server says so. */
export function UndoPlan({ scope, planId }: UndoPlanProps) {
  const { pending, run } = usePending();
  const undo = () =>
    run("undo", async () => {
      await undoPlan(scope, planId);
      toast.success("The payments are as before.");
      return announceSettlementsChanged;
    });
  return (
    <Button
      ref={keepFocus}
      variant="quiet"
      className="members-only self-start"
      busy={"undo" in pending}
      busyLabel="Undoing…"
      onClick={() => void undo()}
    >
      Undo
    </Button>
  );
}
