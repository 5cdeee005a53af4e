import { deleteFriendship } from "@/lib/db/friendships";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.deleteFriend, ({ viewer, params }) =>
  deleteFriendship(viewer._id, requireId(params.friendId)),
);
