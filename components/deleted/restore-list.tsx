"use client";

import type { ReactNode } from "react";
import { call, serverMessage } from "@/lib/client/call";
import { RESTORE_FAILED, type RestoreCall } from "@/components/refresh/restore";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { List, ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";

export type Restorable = {
  _id: string;
  restore: RestoreCall;
  title: string;
  leading: ReactNode;
  detail: ReactNode;
  /** Why the viewer cannot restore it now; null if they can. */
  refusal: string | null;
};

/** A list of deleted items, each with a Restore button or the reason why it cannot be restored. */
export function RestoreList({ rows }: { rows: readonly Restorable[] }) {
  const { pending, run } = usePending();
  const restore = ({ _id, restore: { name, ...input }, title }: Restorable) =>
    void run(
      _id,
      async () => {
        await call(name, input);
        toast.success(`${title} was restored.`);
        return announceSettlementsChanged;
      },
      (error) => toast.error(serverMessage(error, RESTORE_FAILED)),
    );

  return (
    <List>
      {rows.map((row) => (
        <ListRow
          key={row._id}
          leading={row.leading}
          title={<bdi>{row.title}</bdi>}
          detail={
            <>
              <span id={row._id}>{row.detail}</span>
              {row.refusal ? <span className="block">{row.refusal}</span> : null}
            </>
          }
          trailing={
            row.refusal ? null : (
              <Button
                ref={keepFocus}
                variant="secondary"
                data-action="restore"
                aria-label={`Restore ${row.title}`}
                aria-describedby={row._id}
                busy={row._id in pending}
                busyLabel="Restoring…"
                onClick={() => restore(row)}
              >
                Restore
              </Button>
            )
          }
        />
      ))}
    </List>
  );
}
