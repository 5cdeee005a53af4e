import { deleteFriendRequest } from "@/lib/db/friend-requests";
import { requireId } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.ignoreFriendRequest, async ({ viewer, params }) => {
  await deleteFriendRequest(viewer._id, requireId(params.id));
  return SUCCESS;
});
