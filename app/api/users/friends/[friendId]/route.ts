import { deleteFriendship } from "@/lib/db/friends";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.deleteFriend, ({ viewer, params }) =>
  deleteFriendship(viewer._id, requireId(params.friendId)),
);
