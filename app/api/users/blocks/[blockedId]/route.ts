import { unblock } from "@/lib/db/friends/blocks";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("unblockUser", ({ viewer, ids }) => unblock(viewer._id, ids.blockedId));
