import { z } from "zod";
import { actorId, groupIcon, line, people, reference, rev } from "./fields";

const title = line("Please enter a group name.", 60);

export const NO_PARTICIPANTS = "Please select at least one participant.";

/** POST /api/groups. Order of the checks: spec section 5. */
export const createGroup = z.object({
  title,
  icon: groupIcon,
  members: people(NO_PARTICIPANTS),
  fromUserId: actorId,
});

/** PUT /api/groups/{groupId}/edit */
export const editGroup = z.object({ title, icon: groupIcon, userId: actorId, rev });

/** POST /api/groups/{groupId}/invite */
export const inviteToGroup = z.object({ toUserId: reference, fromUserId: actorId });

/** PUT /api/groups/{groupId}/members/remove: `userId` is the member to remove, not the actor. */
export const removeMember = z.object({ userId: reference });
