"use client";

import type { ReactNode } from "react";
import type { Group, PendingInvitation, User } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { DeleteGroup } from "./delete-group";
import { EditGroupForm } from "./edit-group-form";
import { LeaveGroup } from "./leave-group";

export type EditGroupProps = {
  group: Group;
  friends: User[];
  invitations: PendingInvitation[];
  /** What prevents people from leaving the group, by user id. */
  unsettled: Readonly<Record<string, ReactNode>>;
};

/** All settings of a group. Its creator can also delete it; other members can leave. */
export function EditGroup({ group, unsettled, ...people }: EditGroupProps) {
  const user = useCurrentUser();
  const isCreator = group.createdBy._id === user.id;
  return (
    <EditGroupForm {...people} group={group} unsettled={unsettled} isCreator={isCreator}>
      {isCreator ? <DeleteGroup group={group} /> : <LeaveGroup group={group} unsettled={unsettled} />}
    </EditGroupForm>
  );
}
