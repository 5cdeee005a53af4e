"use client";

import { undoPlan, type PlanScope } from "./plan-calls";
import { UndoButton } from "./undo-button";

export type UndoPlanProps = { scope: PlanScope; planId: string };

/** Undoes a plan. If one of its payments is settled, the server says so. */
export function UndoPlan({ scope, planId }: UndoPlanProps) {
  return <UndoButton undo={() => undoPlan(scope, planId)} done="The payments are as before." />;
}
