import { unblock } from "@/lib/db/friends/blocks";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.unblockUser, ({ viewer, params }) =>
  unblock(viewer._id, requireId(params.blockedId)),
);
