"use client";

import { useRouter } from "next/navigation";
import { call } from "@/lib/client/call";
import type { WaitingDevice } from "@/lib/contract/guests";
import type { Person } from "@/lib/contract/people";
import { isolate } from "@/lib/core/text/isolate";
import { ActionButton } from "@/components/refresh/action-button";
import { useCurrentUser } from "@/components/session/current-user";
import { Notice } from "@/components/ui/notice";
import { Sentence } from "@/components/ui/bdi";
import { toast } from "@/components/ui/toast";

export type WaitingDevicesProps = {
  groupId: string;
  waiting: readonly (WaitingDevice & { guest: Person })[];
};

/** Devices that ask to take part as guests of the group, each to be confirmed or refused by one tap. */
export function WaitingDevices({ groupId, waiting }: WaitingDevicesProps) {
  const router = useRouter();
  const { id } = useCurrentUser();
  return waiting.map(({ _id, guest, device, code, invitedBy }) => {
    const params = { groupId, deviceId: _id };
    const name = isolate(guest.name);
    const confirm = async () => {
      await call("POST /api/groups/{groupId}/waiting/{deviceId}", { params });
      toast.success(`${name} can continue on that device.`);
      return router.refresh;
    };
    const refuse = async () => {
      await call("DELETE /api/groups/{groupId}/waiting/{deviceId}", { params });
      return router.refresh;
    };
    const whose = invitedBy._id === id ? "your" : `${isolate(invitedBy.name)}'s`;
    return (
      <Notice
        key={_id}
        role="status"
        title={`Is this ${name}?`}
        action={
          <div className="mt-3 flex flex-wrap gap-3">
            <ActionButton busyLabel="One moment…" action={confirm}>
              <Sentence>{`Yes, it's ${name}`}</Sentence>
            </ActionButton>
            <ActionButton variant="secondary" busyLabel="One moment…" action={refuse}>
              No
            </ActionButton>
          </div>
        }
      >
        <Sentence>
          {`Someone on ${device} asks to take part as ${name}, with ${whose} link. Say yes only if ${name} shows you the code ${code}.`}
        </Sentence>
      </Notice>
    );
  });
}
