"use client";

import { useState } from "react";
import { api } from "@/lib/api-client";
import type { Group, User } from "@/lib/schemas/answers";
import { newGroupRules } from "@/lib/schemas/group-rules";
import { useCurrentUser } from "@/components/session/current-user";
import { FormNotice } from "@/components/forms/form-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { ActionBar } from "@/components/ui/action-bar";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { GroupFields } from "./group-fields";
import { InviteFriends } from "./invite-friends";

type Values = { title: string; icon: string; members: string[] };

/** The form for a new group: title, icon, and the friends to invite (spec sections 2 and 5). */
export function CreateGroupForm({ friends, initialIcon }: { friends: User[]; initialIcon: string }) {
  const user = useCurrentUser();
  const [entered, setEntered] = useState<Values>({ title: "", icon: initialIcon, members: [] });
  // People who are no longer friends cannot be invited.
  const members = entered.members.filter((id) => friends.some(({ _id }) => _id === id));
  const values = { ...entered, members };

  const form = useFormSubmit({
    rules: newGroupRules,
    values,
    entered,
    body: { ...values, fromUserId: user.id },
    restore: setEntered,
    send: async (idempotencyKey, body) => {
      await api.post<Group>("/api/groups", body, { idempotencyKey });
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
