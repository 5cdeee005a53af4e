import { z } from "zod";
import { actorId, id } from "./fields";

/** POST /api/users/friends/request */
export const requestFriend = z.object({ to: id, from: actorId });
