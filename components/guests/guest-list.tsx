"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import type { Guest } from "@/lib/contract/guests";
import { isolate } from "@/lib/core/text/isolate";
import { ActionButton } from "@/components/refresh/action-button";
import { useCurrentUser } from "@/components/session/current-user";
import { LocalDay } from "@/components/ui/day";
import { List } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { WaitingDevices } from "./waiting-devices";
import { NewLink } from "../links/new-link";

export type GuestListProps = { group: { _id: string; title: string }; guests: readonly Guest[] };

/** The group's guests: who takes part as them, and how they joined; their sessions can be ended. */
export function GuestList({ group, guests }: GuestListProps) {
  const { id } = useCurrentUser();
  const router = useRouter();
  const signOut = async ({ _id, name }: Guest) => {
    const params = { groupId: group._id, guestId: _id };
    await call("DELETE /api/groups/{groupId}/guests/{guestId}/sessions", { params });
    toast.success(`${isolate(name)} is logged out.`);
    return router.refresh;
  };

  return (
    <List>
      {guests.map((guest) => (
        <li key={guest._id} className="flex flex-col gap-3 p-4 sm:px-6">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-28 font-bold">
              <Bdi>{guest.name}</Bdi>
            </p>
            {guest.sessions.length > 0 ? (
              <ActionButton
                variant="secondary"
                data-action="sign-out"
                busyLabel="Logging out…"
                action={() => signOut(guest)}
              >
                <Sentence>{`Log ${isolate(guest.name)} out`}</Sentence>
              </ActionButton>
            ) : (
              <NewLink groupId={group._id} title={group.title} guest={guest} />
            )}
          </div>
          {guest.sessions.map(({ device, since, invitedBy }) => (
            <p key={since} className="text-sm text-muted">
              Taking part on {device} since <LocalDay at={since} />, with{" "}
              {invitedBy._id === id ? (
                "your"
              ) : (
                <>
                  <Bdi>{invitedBy.name}</Bdi>&apos;s
                </>
              )}{" "}
              link.
            </p>
          ))}
          <WaitingDevices groupId={group._id} waiting={guest.waiting.map((one) => ({ ...one, guest }))} />
        </li>
      ))}
    </List>
  );
}
