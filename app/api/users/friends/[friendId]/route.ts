import { deleteFriendship } from "@/lib/db/friendships";
import { requireId } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.deleteFriend, async ({ viewer, params }) => {
  await deleteFriendship(viewer._id, requireId(params.friendId));
  return SUCCESS;
});
