import type { ReactNode } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";

export type LeaveDialogProps = ConfirmDialogProps & {
  /** "You still have" or "Ben Okafor still has". */
  subject: string;
  /** The unsettled payments that prevent it, if there are any. */
  unsettled: ReactNode;
};

/**
 * Asks before a person leaves a group, or deletes their account. With unsettled payments nobody can
 * (docs/rules.md#rights): then it links to the events that have some, and there is nothing to confirm.
 */
export function LeaveDialog({ subject, unsettled, ...dialog }: LeaveDialogProps) {
  if (!unsettled) return <ConfirmDialog {...dialog} />;
  return (
    <ConfirmDialog
      {...dialog}
      question={`${subject} unsettled payments`}
      confirmLabel={undefined}
      cancelLabel="Close"
    >
      {unsettled}
    </ConfirmDialog>
  );
}
