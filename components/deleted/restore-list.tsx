"use client";

import { startTransition, useOptimistic, type ReactNode } from "react";
import { restore } from "@/components/refresh/restore";
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

const none: readonly string[] = [];

/** A list of deleted items, each with a Restore button or the reason why it cannot be restored. */
export function RestoreList({ rows }: { rows: readonly Restorable[] }) {
  // Until the refreshed list is shown.
  const [busy, note] = useOptimistic(none, (ids, id: string) => [...ids, id]);

  function restoreRow({ _id, path, title }: Restorable) {
    startTransition(async () => {
      note(_id);
      if (await restore(path)) toast.success(`${title} was restored.`);
    });
  }

  return (
    <List>
      {rows.map((row) => (
        <ListRow
          key={row._id}
          leading={row.leading}
          title={<bdi>{row.title}</bdi>}
          detail={
            <>
              {row.detail}
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
                busy={busy.includes(row._id)}
                busyLabel="Restoring…"
                onClick={() => restoreRow(row)}
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
