import type { ReactNode } from "react";
import type { Person } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";

export type LeaveDialogProps = Omit<ConfirmDialogProps, "open"> & {
  /** The person who leaves or is removed; null closes the dialog. */
  leaver: Pick<Person, "_id" | "name"> | null;
  /** What prevents people from leaving the group, by user id. */
  unsettled: Readonly<Record<string, ReactNode>>;
};

/**
 * Asks before a person leaves a group. With unsettled payments nobody can leave (design section 4): then it links to
 * the events that have some, and there is nothing to confirm.
 */
export function LeaveDialog({ leaver, unsettled, ...dialog }: LeaveDialogProps) {
  const { id } = useCurrentUser();
  const reasons = leaver && unsettled[leaver._id];
  if (!leaver || !reasons) return <ConfirmDialog {...dialog} open={leaver !== null} />;
  return (
    <ConfirmDialog
      {...dialog}
      open
      question={`${leaver._id === id ? "You still have" : `${leaver.name} still has`} unsettled payments`}
      confirmLabel={undefined}
      cancelLabel="Close"
    >
      {reasons}
    </ConfirmDialog>
  );
}
