import { balanceToCents } from "@/lib/core/money";
import type { Person, UnsettledEvent } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { eventPath } from "@/components/navigation/paths";
import { Amount } from "@/components/ui/amount";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";
import { List, ListRow } from "@/components/ui/list";

export type LeaveDialogProps = Omit<ConfirmDialogProps, "open"> & {
  /** Who leaves or is removed; null closes the dialog. */
  leaver: Pick<Person, "_id" | "name"> | null;
  groupId: string;
  unsettled: readonly UnsettledEvent[];
};

/**
 * Asks before somebody leaves a group. Nobody leaves with unsettled payments (design section 4): then it names the
 * events that have some, and there is nothing to confirm.
 */
export function LeaveDialog({ leaver, groupId, unsettled, ...dialog }: LeaveDialogProps) {
  const { id } = useCurrentUser();
  const open = leaver !== null;
  const rows = unsettled.flatMap(({ _id, title, nets }) => {
    const net = leaver ? nets[leaver._id] : undefined;
    return net === undefined ? [] : [{ _id, title, cents: balanceToCents(net) }];
  });
  if (!leaver || rows.length === 0) return <ConfirmDialog {...dialog} open={open} />;
  const mine = leaver._id === id;
  return (
    <ConfirmDialog
      {...dialog}
      open
      question={`${mine ? "You still have" : `${leaver.name} still has`} unsettled payments`}
      confirmLabel={undefined}
      cancelLabel="Close"
    >
      <p>{`Settle them first, then ${mine ? "you can leave" : "remove them"}.`}</p>
      <List aria-label="Unsettled payments" className="mt-4 text-ink">
        {rows.map(({ _id, title, cents }) => (
          <ListRow
            key={_id}
            href={eventPath(groupId, _id)}
            title={<bdi>{title}</bdi>}
            detail={<Balance cents={cents} mine={mine} />}
          />
        ))}
      </List>
    </ConfirmDialog>
  );
}

/** @param cents negative where they owe */
function Balance({ cents, mine }: { cents: number; mine: boolean }) {
  if (cents === 0) return "even";
  const words = cents < 0 ? ["owes", "you owe"] : ["is owed", "you're owed"];
  const tone = !mine ? "neutral" : cents < 0 ? "owe" : "owed";
  return <Amount cents={Math.abs(cents)} tone={tone} words={words[mine ? 1 : 0]} />;
}
