import { isGroupCreator } from "@/lib/core/rights";
import type { UnsettledEvent } from "@/lib/contract/events";
import type { Group, PendingInvitation } from "@/lib/contract/groups";
import type { User } from "@/lib/contract/people";
import { DeleteGroup } from "./delete-group";
import { DeletedPayments, type Debt } from "./deleted-payments";
import { EditGroupForm } from "./edit-group-form";
import { LeaveGroup } from "./leave-group";
import { unsettledByPerson } from "./unsettled-events";

export type EditGroupProps = {
  viewerId: string;
  group: Group;
  friends: User[];
  invitations: PendingInvitation[];
  /** Events with open payments of the members who could leave or be removed. */
  unsettled: UnsettledEvent[];
  /** Who owes whom, over all events; for the creator. */
  debts: Debt[];
};

/** All settings of a group. Its creator can also delete it; other members can leave. */
export function EditGroup({ viewerId, group, unsettled, debts, ...people }: EditGroupProps) {
  const isCreator = isGroupCreator(viewerId, { createdBy: group.createdBy._id });
  const reasons = unsettledByPerson(group._id, viewerId, unsettled);
  return (
    <EditGroupForm {...people} group={group} unsettled={reasons} isCreator={isCreator}>
      {isCreator ? (
        <DeleteGroup group={group}>
          <DeletedPayments viewerId={viewerId} debts={debts} />
        </DeleteGroup>
      ) : (
        <LeaveGroup group={group} unsettled={reasons[viewerId]} />
      )}
    </EditGroupForm>
  );
}
