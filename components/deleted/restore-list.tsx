"use client";

import type { ReactNode } from "react";
import { api, serverMessage } from "@/lib/api-client";
import { RESTORE_FAILED } from "@/components/refresh/restore";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { List, ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";

export type Restorable = {
  _id: string;
  /** The call is PUT `{path}/restore`. */
  path: string;
  title: string;
  leading: ReactNode;
  detail: ReactNode;
  /** Why the viewer cannot restore it now; null if they can. */
  refusal: string | null;
};

/** A list of deleted items, each with a Restore button or the reason why it cannot be restored. */
export function RestoreList({ rows }: { rows: readonly Restorable[] }) {
  const { pending, run } = usePending();
  const restore = ({ _id, path, title }: Restorable) =>
    void run(
      _id,
      async () => {
        await api.put(`${path}/restore`);
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
