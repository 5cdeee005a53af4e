"use client";

import { useRouter } from "next/navigation";
import { useSWRConfig } from "swr";
import { call } from "@/lib/client/call";
import type { Profile } from "@/lib/contract/people";
import { useConfirmed } from "@/components/refresh/use-confirmed";
import { usePending } from "@/components/refresh/use-pending";
import { useCurrentUser } from "@/components/session/current-user";
import { recount } from "@/components/shell/use-request-counts";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { keepFocus } from "@/components/ui/keep-focus";
import { pluralize } from "@/lib/core/text/pluralize";
import { toast } from "@/components/ui/toast";
import { firstName } from "@/lib/core/people";
import { formatCents } from "@/lib/core/money/money";
import { isolate } from "@/lib/core/text/isolate";
import { REQUEST_ERROR_DISPLAY, requestError } from "./request-error";

export type FriendActionsProps = {
  profile: Profile;
  /** The number of unsettled payments between the two. */
  open: number;
  /** Their sum, in cents; negative: the viewer owes. */
  cents: number;
};

/** The buttons of a profile, depending on the relationship (docs/rules.md#people). */
export function FriendActions({ profile, open, cents }: FriendActionsProps) {
  const me = useCurrentUser();
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const { pending, run } = usePending();
  const busy = "add" in pending || "other" in pending;

  const { relationship, requestId } = profile;
  const request = { params: { id: requestId! } };

  const add = () =>
    void run(
      "add",
      async () => {
        const body = { to: profile._id, from: me.id };
        const input = { body, idempotencyKey: null };
        const sent = await call("POST /api/users/friends/request", input);
        if (sent.accepted) befriended();
        return router.refresh;
      },
      (error) => toast.error(requestError(error), { duration: REQUEST_ERROR_DISPLAY }),
    );

  const accept = () =>
    void run("add", async () => {
      await call("PUT /api/users/friends/requests/{id}/accept", request);
      befriended();
      return router.refresh;
    });

  const dropRequest = () =>
    void run("other", async () => {
      await call("DELETE /api/users/friends/requests/{id}", request);
      recount("friend", mutate);
      return router.refresh;
    });

  const { ask, dialog } = useConfirmed(async () => {
    const input = { params: { friendId: profile._id }, query: { userId: me.id } };
    await call("DELETE /api/users/friends/{friendId}", input);
    toast.success("Friend deleted");
    return () => router.push("/friends");
  }, "Failed to delete friend");

  function befriended() {
    toast.success(`You and ${isolate(profile.name)} are friends now`);
    recount("friend", mutate);
  }

  if (relationship === "friends") {
    return (
      <>
        <Button ref={keepFocus} data-write variant="quiet" icon="icon-user-minus" onClick={ask}>
          Delete Friend
        </Button>
        <ConfirmDialog
          {...dialog}
          question="Are you sure you want to delete this friend?"
          confirmLabel="Delete"
          busyLabel="Deleting…"
        >
          {open > 0
            ? `${pluralize(open, "payment")} between you ${open === 1 ? "is" : "are"} still unsettled: ${sumText(cents, profile.name)}. You can settle later.`
            : "You don't owe each other anything."}
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
            ref={keepFocus}
            data-write
            variant="quiet"
            busy={busy}
            busyLabel="Withdrawing…"
            onClick={dropRequest}
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
      {asked ? (
        <p>
          <Bdi>{profile.name}</Bdi> wants to be your friend.
        </p>
      ) : null}
      <Button
        ref={keepFocus}
        data-write
        icon="icon-user-plus"
        busy={"add" in pending}
        busyLabel="Loading..."
        disabled={busy}
        onClick={asked ? accept : add}
      >
        Add Friend
      </Button>
      {asked ? (
        <Button
          ref={keepFocus}
          data-write
          variant="quiet"
          busy={"other" in pending}
          disabled={busy}
          onClick={dropRequest}
        >
          Ignore
        </Button>
      ) : null}
    </div>
  );
}

function sumText(cents: number, name: string): string {
  if (cents === 0) return "they cancel out";
  const amount = formatCents(Math.abs(cents));
  return cents < 0 ? `you owe ${amount}` : `${firstName(name)} owes you ${amount}`;
}
