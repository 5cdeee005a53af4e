"use client";

import { useState, type ReactNode } from "react";
import { restore } from "@/components/refresh/restore";
import { Button } from "@/components/ui/button";
import { focusAfter } from "@/components/ui/keep-focus";
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
  const [busy, setBusy] = useState<string | null>(null);

  async function restoreRow({ _id, path, title }: Restorable, button: Element) {
    setBusy(_id);
    const moveOn = focusAfter(button);
    if (await restore(path)) {
      toast.success(`${title} is restored.`);
      moveOn();
    }
    setBusy(null);
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
                variant="secondary"
                data-action="restore"
                aria-label={`Restore ${row.title}`}
                busy={busy === row._id}
                busyLabel="Restoring…"
                onClick={({ currentTarget }) => void restoreRow(row, currentTarget)}
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
