import { isGroupCreator } from "@/lib/core/rights";
import type { UnsettledEvent } from "@/lib/contract/events";
import type { Group, PendingInvitation } from "@/lib/contract/groups";
import type { User } from "@/lib/contract/people";
import { EditPresets } from "@/components/usual-split/edit-presets";
import { DeleteGroup } from "./delete-group";
import { DeletedPayments, type Debt } from "./deleted-payments";
import { EditGroupForm } from "./edit-group-form";
import { LeaveGroup } from "./leave-group";
import { unsettledOf } from "./unsettled-events";

export type EditGroupProps = {
  viewerId: string;
  group: Group;
  friends: User[];
  invitations: PendingInvitation[];
  /** Events with open payments of the members who could leave or be removed; empty if there are too many to say. */
  unsettled: UnsettledEvent[];
  /** Who owes whom, over all events; for the creator. */
  debts: Debt[];
  /** Whether there are more debts than these. */
  moreDebts?: boolean | undefined;
};

/** All settings of a group. Its creator can also delete it; other members can leave. */
export function EditGroup({ viewerId, group, unsettled, debts, moreDebts, ...people }: EditGroupProps) {
  const isCreator = isGroupCreator(viewerId, { createdBy: group.createdBy._id });
  return (
    <>
      <EditGroupForm {...people} group={group} unsettled={unsettled} isCreator={isCreator}>
        {isCreator ? (
          <DeleteGroup group={group}>
            <DeletedPayments viewerId={viewerId} debts={debts} more={moreDebts} />
          </DeleteGroup>
        ) : (
          <LeaveGroup
            group={group}
            unsettled={unsettledOf({ groupId: group._id, person: viewerId, mine: true }, unsettled)}
          />
        )}
      </EditGroupForm>
      <EditPresets group={{ _id: group._id, members: group.members }} />
    </>
  );
}
