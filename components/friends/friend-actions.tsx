"use client";

import { UserMinus, UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { api, newIdempotencyKey, serverMessage, GENERIC_MESSAGE } from "@/lib/api-client";
import type { Profile, SentFriendRequest } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { FRIENDS_KEY } from "@/components/live-data/keys";
import { refreshKeys } from "@/components/live-data/refresh-keys";
import { REQUEST_LISTS } from "@/components/session/use-request-counts";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

export type FriendActionsProps = {
  profile: Profile;
  /** Shows the profile as it is after an action, then asks the server. */
  onChange: (profile: Profile) => Promise<unknown>;
};

/** What the viewer can do about another person, by how the two stand (spec section 4). */
export function FriendActions({ profile, onChange }: FriendActionsProps) {
  const me = useCurrentUser();
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState<"add" | "other" | null>(null);
  const [asking, setAsking] = useState(false);

  const { relationship, requestId } = profile;
  const requestPath = `${REQUEST_LISTS.friend}/${requestId}`;

  /** Runs one action; `failure` is what people read where the server gives no reason. */
  async function run(kind: "add" | "other", action: () => Promise<unknown>, failure: string) {
    setBusy(kind);
    const done = await action().then(
      () => true,
      (error: unknown) => {
        toast.error(serverMessage(error, failure));
        return false;
      },
    );
    setBusy(null);
    return done;
  }

  const add = () =>
    run(
      "add",
      async () => {
        const sent = await api.post<SentFriendRequest>(
          "/api/users/friends/request",
          { to: profile._id, from: me.id },
          { idempotencyKey: newIdempotencyKey() },
        );
        if (sent.accepted) await becomeFriends();
        else await onChange({ ...profile, relationship: "requested", requestId: sent._id });
      },
      "Failed to send friend request",
    );

  const accept = () =>
    run(
      "add",
      async () => {
        await api.put(`${requestPath}/accept`);
        await becomeFriends();
      },
      GENERIC_MESSAGE,
    );

  const dropRequest = () =>
    run(
      "other",
      async () => {
        await api.delete(requestPath);
        void mutate(REQUEST_LISTS.friend);
        await onChange({ ...withoutRequest(profile), relationship: "none" });
      },
      GENERIC_MESSAGE,
    );

  async function remove() {
    const path = `/api/users/friends/${profile._id}?userId=${me.id}`;
    if (await run("other", () => api.delete(path), "Failed to delete friend")) {
      // This profile too: whoever comes back to it at once is shown SWR's copy, and nobody asks again so soon.
      await Promise.all([
        refreshKeys(mutate, [FRIENDS_KEY]),
        onChange({ ...withoutRequest(profile), relationship: "none" }),
      ]);
      toast.success("Friend deleted");
      router.push("/friends");
    }
    setAsking(false);
  }

  async function becomeFriends() {
    toast.success(`You and ${profile.name} are friends now`);
    void mutate(REQUEST_LISTS.friend);
    await Promise.all([
      // Nothing on this screen shows the friends: a mere `mutate` would leave the old list for the next one.
      refreshKeys(mutate, [FRIENDS_KEY]),
      onChange({ ...withoutRequest(profile), relationship: "friends" }),
    ]);
  }

  if (relationship === "friends") {
    return (
      <>
        <Button variant="secondary" icon={<UserMinus aria-hidden />} onClick={() => setAsking(true)}>
          Delete Friend
        </Button>
        <ConfirmDialog
          open={asking}
          question="Are you sure you want to delete this friend?"
          confirmLabel="Delete"
          busyLabel="Deleting…"
          busy={busy !== null}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          What you owe each other stays as it is.
        </ConfirmDialog>
      </>
    );
  }
  if (relationship === "requested") {
    return (
      <div className="flex flex-col gap-2">
        <Button disabled>Request Sent</Button>
        {requestId ? (
          <Button
            variant="quiet"
            busy={busy !== null}
            busyLabel="Withdrawing…"
            onClick={() => void dropRequest()}
          >
            Withdraw request
          </Button>
        ) : null}
      </div>
    );
  }
  const asked = relationship === "asked";
  return (
    <div className="flex flex-col gap-2">
      {asked ? <p>{`${profile.name} wants to be your friend.`}</p> : null}
      <Button
        icon={<UserPlus aria-hidden />}
        busy={busy === "add"}
        busyLabel="Loading..."
        disabled={busy !== null}
        onClick={() => void (asked ? accept() : add())}
      >
        Add Friend
      </Button>
      {asked ? (
        <Button
          variant="quiet"
          busy={busy === "other"}
          disabled={busy !== null}
          onClick={() => void dropRequest()}
        >
          Ignore
        </Button>
      ) : null}
    </div>
  );
}

function withoutRequest(profile: Profile): Profile {
  const rest = { ...profile };
  delete rest.requestId;
  return rest;
}
