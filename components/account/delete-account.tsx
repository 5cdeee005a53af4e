"use client";

import Link from "next/link";
import { startTransition, useState } from "react";
import { api, ApiError, GENERIC_MESSAGE, serverMessage } from "@/lib/api-client";
import type { OpenEvent } from "@/lib/schemas/answers";
import { eventPath } from "@/components/navigation/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";

/** Deletes the viewer's account if they have no open payments; otherwise lists them. */
export function DeleteAccount({ signOut }: { signOut: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<{ reason: string; events: OpenEvent[] } | null>(null);

  async function remove() {
    setBusy(true);
    try {
      await api.delete("/api/account");
      startTransition(signOut);
    } catch (error) {
      const events = error instanceof ApiError && (error.body["openEvents"] as OpenEvent[] | undefined);
      if (events) setOpen({ reason: error.message, events });
      else toast.error(serverMessage(error, GENERIC_MESSAGE));
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <>
      {open ? (
        <Notice tone="warning" role="alert" title={open.reason}>
          <ul className="flex flex-col">
            {open.events.map(({ _id, title, group }) => (
              <li key={_id}>
                <Link href={eventPath(group._id, _id)} className="inline-block py-2.5 font-bold underline">
                  <bdi>{title}</bdi> (<bdi>{group.title}</bdi>)
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <Button variant="secondary" className="w-full sm:w-auto sm:self-start" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      <ConfirmDialog
        open={asking}
        question="Are you sure you want to delete your account?"
        confirmLabel="Delete my account"
        busyLabel="Deleting…"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        This deletes your name, picture, email address, and friends, and signs you out everywhere. Groups keep
        their history, where you appear as “Deleted user”. Groups you created pass to the member who joined
        first. This can&apos;t be undone.
      </ConfirmDialog>
    </>
  );
}
