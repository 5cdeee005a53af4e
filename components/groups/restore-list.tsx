"use client";

import type { ReactNode } from "react";
import { call, serverMessage } from "@/lib/client/call";
import { isolate } from "@/lib/core/text/isolate";
import { RESTORE_FAILED, type RestoreCall } from "@/components/refresh/restore";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { ActionButton } from "@/components/refresh/action-button";
import { List, ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";
import { Bdi } from "@/components/ui/bdi";

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
  const restore = async ({ restore: { name, ...input }, title }: Restorable) => {
    await call(name, input);
    toast.success(`${isolate(title)} was restored.`);
    return announceSettlementsChanged;
  };

  return (
    <List>
      {rows.map((row) => (
        <ListRow
          key={row._id}
          leading={row.leading}
          title={<Bdi>{row.title}</Bdi>}
          detail={
            <>
              <span id={row._id}>{row.detail}</span>
              {row.refusal ? <span className="block">{row.refusal}</span> : null}
            </>
          }
          trailing={
            row.refusal ? null : (
              <ActionButton
                variant="secondary"
                data-action="restore"
                aria-label={`Restore ${row.title}`}
                aria-describedby={row._id}
                busyLabel="Restoring…"
                action={() => restore(row)}
                fail={(error) => toast.error(serverMessage(error, RESTORE_FAILED))}
              >
                Restore
              </ActionButton>
            )
          }
        />
      ))}
    </List>
  );
}
