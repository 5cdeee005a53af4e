import { deleteFriendship } from "@/lib/db/friends";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("deleteFriend", ({ viewer, params }) =>
  deleteFriendship(viewer._id, requireId(params.friendId)),
);
