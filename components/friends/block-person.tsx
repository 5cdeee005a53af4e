"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import type { Profile } from "@/lib/contract/people";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useConfirmed } from "@/components/refresh/use-confirmed";
import { isolate } from "@/lib/core/text/isolate";
import { UnblockButton } from "./unblock-button";

/** Blocks a person after a confirmation, or unblocks them. */
export function BlockPerson({ profile }: { profile: Profile }) {
  const router = useRouter();

  const { ask, dialog } = useConfirmed(async () => {
    await call("POST /api/users/blocks", { body: { blockedId: profile._id } });
    toast.success(`${isolate(profile.name)} is blocked`);
    return () => router.push("/friends");
  });

  if (profile.relationship === "blocked") {
    return (
      <div className="flex flex-col gap-4">
        <p>You have blocked this person.</p>
        <UnblockButton person={profile} variant="secondary" busyLabel="Unblocking…" />
      </div>
    );
  }
  return (
    <>
      <Button data-write variant="quiet" icon="icon-ban" onClick={ask}>
        Block
      </Button>
      <ConfirmDialog
        {...dialog}
        question={`Are you sure you want to block ${isolate(profile.name)}?`}
        confirmLabel="Block"
        busyLabel="Blocking…"
      >
        {profile.relationship === "friends" ? "You will no longer be friends. " : ""}
        They will no longer be able to find you, send you friend requests, or invite you. They won&apos;t be
        notified. Your shared groups and debts stay as they are.
      </ConfirmDialog>
    </>
  );
}
