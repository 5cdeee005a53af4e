"use client";

import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { ApiError, call } from "@/lib/client/call";
import type { UnsettledEvent } from "@/lib/contract/events";
import type { Group, PendingInvitation } from "@/lib/contract/groups";
import type { User } from "@/lib/contract/people";
import { groupRules } from "@/lib/contract/rules/groups";
import { useCurrentUser } from "@/components/session/current-user";
import { groupPath } from "@/lib/paths";
import { useSavedVersion } from "@/components/forms/use-saved-version";
import { VersionNotice } from "@/components/forms/version-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { ActionBar } from "@/components/ui/action-bar";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { isolate } from "@/lib/core/text/isolate";
import { CurrentParticipants } from "./current-participants";
import { GroupFields } from "./group-fields";
import { InviteFriends } from "./invite-friends";
import { useParticipants } from "./use-participants";

/** `invitees`: ids of the friends who are invited with the update. */
type Values = { title: string; icon: string; invitees: string[] };

export type EditGroupFormProps = {
  group: Group;
  friends: readonly User[];
  invitations: readonly PendingInvitation[];
  /** The events with open payments, which prevent people from leaving the group. */
  unsettled: readonly UnsettledEvent[];
  isCreator: boolean;
  /** Actions apart from the form: deleting or leaving the group. */
  children: ReactNode;
};

/** The form for title, icon, and people of a group. */
export function EditGroupForm(props: EditGroupFormProps) {
  const { group, friends, invitations, unsettled, isCreator, children } = props;
  const user = useCurrentUser();
  const router = useRouter();
  const [entered, setEntered] = useState<Values>({ title: group.title, icon: group.icon, invitees: [] });
  const version = useSavedVersion(group, (groupId) =>
    call("GET /api/groups/{groupId}", { params: { groupId } }),
  );
  const participants = useParticipants(group, invitations);
  // Only friends who are neither members nor invited, for example by a request whose response was lost.
  const invitees = entered.invitees.filter(
    (id) => friends.some(({ _id }) => _id === id) && !participants.takenIds.includes(id),
  );
  const values = { ...entered, invitees };
  // Withdrawing the invitation later must not queue it again.
  if (invitees.length < entered.invitees.length) setEntered(values);
  const params = { groupId: group._id };

  async function invite(id: string, idempotencyKey: string) {
    const body = { toUserId: id, fromUserId: user.id };
    const input = { params, body, idempotencyKey: `${idempotencyKey}-${id}` };
    const sent = await call("POST /api/groups/{groupId}/invite", input).catch((error: unknown) => {
      // Invited by another member, whose invitations only the creator sees, or accepted in the meantime.
      const skipped = error instanceof ApiError && /^already-(invited|member)$/.test(error.code);
      if (!skipped) throw error;
    });
    setEntered((now) => ({ ...now, invitees: now.invitees.filter((one) => one !== id) }));
    if (sent) toast.success(`Request sent to ${isolate(sent.to.name)}`);
  }

  const form = useFormSubmit({
    version,
    rules: groupRules,
    values,
    entered,
    body: { title: values.title, icon: values.icon, userId: user.id, rev: (version.saved ?? group).rev },
    restore: setEntered,
    send: async (idempotencyKey, body) => {
      const input = { params, body, idempotencyKey };
      await version.attempt(call("PUT /api/groups/{groupId}/edit", input));
      form.rebase({ title: values.title, icon: values.icon });
      try {
        for (const id of invitees) await invite(id, idempotencyKey);
      } catch (error) {
        // The invitations before this one have been sent.
        router.refresh();
        throw error;
      }
      toast.success("Group updated successfully");
      return groupPath(group._id);
    },
  });

  return (
    // The same fields as in create-group-form.tsx, around other lists of people.
    <form {...form.props} className="flex flex-1 flex-col gap-8">
      <GroupFields
        title={values.title}
        icon={values.icon}
        errorOf={form.errorOf}
        onChange={(change) => setEntered({ ...values, ...change })}
      />
      <InviteFriends
        label="Add participants"
        friends={friends}
        ids={invitees}
        others={participants.takenIds}
        list={{
          heading: "New invitations",
          label: "New invitations",
          note: "Sent when you update the group.",
        }}
        onChange={(chosen) => setEntered({ ...values, invitees: chosen })}
        guests={group.members.flatMap(({ guest, name }) => (guest ? name : []))}
        onGuest={participants.addGuest}
      />
      <CurrentParticipants
        group={group}
        participants={participants}
        unsettled={unsettled}
        isCreator={isCreator}
      />
      <div className="flex flex-col gap-3 empty:hidden">
        <VersionNotice
          form={form}
          version={version}
          valuesOf={({ title, icon }) => ({ title, icon })}
          onChange={(change) => setEntered((now) => ({ ...now, ...change(now) }))}
          describe={({ title }) => <Bdi className="font-semibold">{title}</Bdi>}
        />
      </div>
      <ActionBar>
        <Button type="submit" busy={form.busy} busyLabel="Updating…">
          Update
        </Button>
      </ActionBar>
      <div className="flex border-t border-line pt-6">{children}</div>
    </form>
  );
}
