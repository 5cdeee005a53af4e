import { z } from "zod";
import { actorId, lookupId, people, rev, text } from "./fields";
import { newGroupRules } from "./group-rules";

const title = text(newGroupRules.title);
const icon = text(newGroupRules.icon);

/** POST /api/groups. Order of the checks: spec section 5. */
export const createGroup = z.object({
  title,
  icon,
  members: people(newGroupRules.members),
  fromUserId: actorId,
});

/** PUT /api/groups/{groupId}/edit */
export const editGroup = z.object({ title, icon, userId: actorId, rev });

/** POST /api/groups/{groupId}/invite */
export const inviteToGroup = z.object({ toUserId: lookupId, fromUserId: actorId });

/** PUT /api/groups/{groupId}/members/remove: `userId` is the member to remove, not the actor. */
export const removeMember = z.object({ userId: lookupId });
