import { z } from "zod";
import { actorId, reference } from "./fields";

/** POST /api/users/friends/request */
export const requestFriend = z.object({ to: reference, from: actorId });

/** POST /api/users/blocks */
export const blockUser = z.object({ blockedId: reference });
