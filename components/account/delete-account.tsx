"use client";

import { useRouter } from "next/navigation";
import { startTransition, useRef, useState } from "react";
import { ApiError, call, isOutdated, serverMessage } from "@/lib/client/call";
import type { OpenEvent } from "@/lib/contract/events";
import { LeaveDialog } from "@/components/groups/leave-dialog";
import { eventPath } from "@/lib/paths";
import { Button } from "@/components/ui/button";
import { PostForm } from "@/components/ui/post-form";
import { List, ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";
import { Bdi } from "@/components/ui/bdi";

export type DeleteAccountProps = {
  /** The events with unsettled payments of the viewer. While there are any, the account cannot be deleted. */
  openEvents: readonly OpenEvent[];
};

/** Deletes the viewer's account if they have no unsettled payments; otherwise links to the events that have some. */
export function DeleteAccount({ openEvents }: DeleteAccountProps) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const left = useRef<HTMLFormElement>(null);

  // Not with useConfirmed, because a refusal keeps the dialog open.
  async function remove() {
    setBusy(true);
    try {
      await call("DELETE /api/account");
      left.current?.requestSubmit();
    } catch (error) {
      if (error instanceof ApiError && error.code === "unsettled-payments") {
        // Someone has added an expense in the meantime. The refreshed dialog links to its event.
        return startTransition(() => {
          router.refresh();
          setBusy(false);
        });
      }
      toast.error(serverMessage(error));
      if (isOutdated(error)) router.refresh();
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <>
      <PostForm ref={left} action="/api/sign-out" fields={{ deleted: "1" }} />
      <Button variant="secondary" className="w-full sm:w-auto sm:self-start" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      <LeaveDialog
        open={asking}
        subject="You still have"
        unsettled={openEvents.length > 0 ? <OpenEvents events={openEvents} /> : null}
        question="Are you sure you want to delete your account?"
        confirmLabel="Delete my account"
        busyLabel="Deleting…"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        This deletes your name, picture, email address, and friends, and logs you out everywhere. Groups keep
        their history, where you appear as “Deleted user”. Groups you created pass to the member who joined
        first. This can&apos;t be undone.
      </LeaveDialog>
    </>
  );
}

function OpenEvents({ events }: { events: readonly OpenEvent[] }) {
  return (
    <>
      <p>Settle them first, then you can delete your account.</p>
      <List aria-label="Unsettled payments" className="mt-4 text-ink">
        {events.map(({ _id, title, group }) => (
          <ListRow
            key={_id}
            href={eventPath(group._id, _id)}
            title={<Bdi>{title}</Bdi>}
            detail={<Bdi>{group.title}</Bdi>}
          />
        ))}
      </List>
    </>
  );
}
