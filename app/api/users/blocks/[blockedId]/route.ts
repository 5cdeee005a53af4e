import { unblock } from "@/lib/db/blocks";
import { requireId } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.unblockUser, async ({ viewer, params }) => {
  await unblock(viewer._id, requireId(params.blockedId));
  return SUCCESS;
});
