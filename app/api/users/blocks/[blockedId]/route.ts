import { unblock } from "@/lib/db/friends/blocks";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("unblockUser", ({ viewer, params }) =>
  unblock(viewer._id, requireId(params.blockedId)),
);
