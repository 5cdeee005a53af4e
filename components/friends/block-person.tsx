"use client";

import { Ban } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { api, GENERIC_MESSAGE, serverMessage } from "@/lib/api-client";
import type { Profile } from "@/lib/schemas/answers";
import { FRIENDS_KEY } from "@/components/live-data/keys";
import { refreshKeys } from "@/components/live-data/refresh-keys";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { BLOCKS_PATH, useUnblock } from "./use-unblock";

export type BlockPersonProps = {
  profile: Profile;
  /** Shows the profile as it is after an action, then asks the server. */
  onChange: (profile: Profile) => Promise<unknown>;
};

/** Blocks a person, after a confirmation, or unblocks them. */
export function BlockPerson({ profile, onChange }: BlockPersonProps) {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { busyId, unblock } = useUnblock(() => void onChange({ ...profile, relationship: "none" }));

  async function block() {
    setBusy(true);
    try {
      await api.post(BLOCKS_PATH, { blockedId: profile._id });
      await Promise.all([
        refreshKeys(mutate, [FRIENDS_KEY]),
        onChange({ ...profile, relationship: "blocked" }),
      ]);
      toast.success(`${profile.name} is blocked`);
      router.push("/friends");
    } catch (error) {
      toast.error(serverMessage(error, GENERIC_MESSAGE));
    }
    setBusy(false);
    setAsking(false);
  }

  if (profile.relationship === "blocked") {
    return (
      <div className="flex flex-col gap-4">
        <p>You have blocked this person.</p>
        <Button
          variant="secondary"
          busy={busyId !== null}
          busyLabel="Unblocking…"
          onClick={() => void unblock(profile)}
        >
          Unblock
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button variant="quiet" icon={<Ban aria-hidden />} onClick={() => setAsking(true)}>
        Block
      </Button>
      <ConfirmDialog
        open={asking}
        question={`Are you sure you want to block ${profile.name}?`}
        confirmLabel="Block"
        busyLabel="Blocking…"
        busy={busy}
        onConfirm={() => void block()}
        onCancel={() => setAsking(false)}
      >
        They can no longer find you, ask you to be friends or invite you. They are not told. What you owe each
        other and the groups that you share stay as they are.
      </ConfirmDialog>
    </>
  );
}
