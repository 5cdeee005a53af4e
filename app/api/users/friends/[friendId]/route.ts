import { deleteFriendship } from "@/lib/db/friends";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("deleteFriend", ({ viewer, ids }) =>
  deleteFriendship(viewer._id, ids.friendId),
);
