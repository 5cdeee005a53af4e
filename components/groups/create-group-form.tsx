"use client";

import { useState } from "react";
import { call } from "@/lib/client/call";
import type { Person, User } from "@/lib/contract/people";
import { groupRules, newGroupRules } from "@/lib/contract/rules/groups";
import { useCurrentUser } from "@/components/session/current-user";
import { FormNotice } from "@/components/forms/form-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { ActionBar } from "@/components/ui/action-bar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { GroupFields } from "./group-fields";
import { InviteFriends } from "./invite-friends";
import { PeopleRows } from "./people-rows";

type Values = { title: string; icon: string; members: string[]; guests: string[] };

export type CreateGroupFormProps = {
  friends: User[];
  /** People who have not accepted the viewer's friend request yet. */
  waiting?: readonly Person[];
  initialIcon: string;
};

/** The form for a new group: title, icon, and the friends to invite. */
export function CreateGroupForm({ friends, waiting = [], initialIcon }: CreateGroupFormProps) {
  const user = useCurrentUser();
  const [entered, setEntered] = useState<Values>({ title: "", icon: initialIcon, members: [], guests: [] });
  // People who are no longer friends cannot be invited.
  const members = entered.members.filter((id) => friends.some(({ _id }) => _id === id));
  const values = { ...entered, members };

  const form = useFormSubmit({
    // Guests alone are enough.
    rules: values.guests.length > 0 ? groupRules : newGroupRules,
    values,
    entered,
    body: {
      ...values,
      guests: values.guests.length > 0 ? values.guests : undefined,
      fromUserId: user.id,
    },
    // A draft of an earlier version has no guests.
    restore: (draft) => setEntered((now) => ({ ...now, ...draft })),
    send: async (idempotencyKey, body) => {
      await call("POST /api/groups", { body, idempotencyKey });
      toast.success("Group created successfully!");
      return "/groups";
    },
  });

  return (
    <form {...form.props} className="flex flex-1 flex-col gap-8">
      <GroupFields
        title={values.title}
        icon={values.icon}
        errorOf={form.errorOf}
        onChange={(change) => setEntered({ ...values, ...change })}
      />
      <InviteFriends
        label="Participants"
        friends={friends}
        ids={members}
        list={{
          heading: "Selected",
          label: "Selected participants",
          note: "They'll join when they accept the invitation.",
        }}
        error={form.errorOf("members")}
        onChange={(selected) => setEntered({ ...values, members: selected })}
        guests={values.guests}
        onGuest={(name) => setEntered({ ...values, guests: [...new Set([...values.guests, name])] })}
      />
      <PeopleRows
        heading={`Waiting (${waiting.length})`}
        label="People who have not accepted yet"
        rows={waiting.map((person) => ({ person, mark: <Badge tone="sun">waiting</Badge> }))}
        note="You can add them as soon as they accept your friend request."
      />
      <PeopleRows
        heading={`Without an account (${values.guests.length})`}
        label="People without an account"
        rows={values.guests.map((name) => ({
          person: { _id: name, name, picture: "", guest: true },
          onRemove: () => setEntered({ ...values, guests: values.guests.filter((one) => one !== name) }),
        }))}
      />
      <FormNotice problem={form.formProblem} />
      <ActionBar>
        <Button type="submit" busy={form.busy} busyLabel="Creating…" className="capitalize">
          create
        </Button>
      </ActionBar>
    </form>
  );
}
