import { acceptFriendship } from "@/lib/db/friend-requests";
import { requireId } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const PUT = handler(operations.acceptFriendRequest, async ({ viewer, params }) => {
  await acceptFriendship(viewer._id, requireId(params.id));
  return SUCCESS;
});
