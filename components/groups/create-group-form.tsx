"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { api } from "@/lib/api-client";
import type { Group, User } from "@/lib/schemas/answers";
import { newGroupRules } from "@/lib/schemas/group-rules";
import { useCurrentUser } from "@/components/session/current-user";
import { leaveForm } from "@/components/forms/leave-form";
import { FormNotice } from "@/components/forms/form-notice";
import { useFormSubmit } from "@/components/forms/use-form-submit";
import { ActionBar } from "@/components/ui/action-bar";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { FriendPicker } from "./friend-picker";
import { GroupFields } from "./group-fields";
import { PeopleRows } from "./people-rows";

type Values = { title: string; icon: string; members: string[] };

/** The form for a new group: title, icon, and the friends to invite (spec sections 2 and 5). */
export function CreateGroupForm({ friends, initialIcon }: { friends: User[]; initialIcon: string }) {
  const user = useCurrentUser();
  const router = useRouter();
  const [values, setValues] = useState<Values>({ title: "", icon: initialIcon, members: [] });

  const form = useFormSubmit({
    rules: newGroupRules,
    values,
    fields: ["title", "icon", "members"],
    restore: setValues,
    send: async (idempotencyKey) => {
      await api.post<Group>("/api/groups", { ...values, fromUserId: user.id }, { idempotencyKey });
      toast.success("Group created successfully!");
      leaveForm(router, "/groups");
      return "leaving";
    },
  });

  const selected = values.members.flatMap((id) => friends.find(({ _id }) => _id === id) ?? []);
  const choose = (members: string[]) => setValues({ ...values, members });

  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-1 flex-col gap-8">
      <GroupFields
        title={values.title}
        icon={values.icon}
        errorOf={form.errorOf}
        onChange={(change) => setValues({ ...values, ...change })}
      />
      <FriendPicker
        label="Participants"
        friends={friends}
        taken={values.members}
        onPick={({ _id }) => choose([...values.members, _id])}
        error={form.errorOf("members")}
      />
      {selected.length > 0 ? (
        <section aria-labelledby="selected-heading" className="flex flex-col gap-2">
          <h2 id="selected-heading" className="font-bold">{`Selected (${selected.length})`}</h2>
          <PeopleRows
            label="Selected participants"
            rows={selected.map((person) => ({
              person,
              onRemove: () => choose(values.members.filter((id) => id !== person._id)),
            }))}
          />
          <p className="text-sm text-muted">They&apos;ll join when they accept the invitation.</p>
        </section>
      ) : null}
      <FormNotice problem={form.formProblem} />
      <ActionBar>
        <Button type="submit" busy={form.busy} busyLabel="Creating…" className="capitalize">
          create
        </Button>
      </ActionBar>
    </form>
  );
}
