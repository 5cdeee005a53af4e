"use client";

import type { Group, PendingInvitation, User } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { DeleteGroup } from "./delete-group";
import { EditGroupForm } from "./edit-group-form";
import { LeaveGroup } from "./leave-group";

export type EditGroupProps = { group: Group; friends: User[]; invitations: PendingInvitation[] };

/** All settings of a group. Its creator can also delete it; other members can leave. */
export function EditGroup({ group, friends, invitations }: EditGroupProps) {
  const user = useCurrentUser();
  const isCreator = group.createdBy._id === user.id;
  return (
    <EditGroupForm group={group} friends={friends} invitations={invitations} isCreator={isCreator}>
      {isCreator ? <DeleteGroup group={group} /> : <LeaveGroup group={group} />}
    </EditGroupForm>
  );
}
