import { z } from "zod";
import { actorId, lookupId } from "./fields";

/** POST /api/users/friends/request */
export const requestFriend = z.object({ to: lookupId, from: actorId });

/** POST /api/users/blocks */
export const blockUser = z.object({ blockedId: lookupId, userId: actorId });
