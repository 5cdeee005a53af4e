import { deleteFriendRequest } from "@/lib/db/requests/friend";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("ignoreFriendRequest", ({ viewer, ids }) =>
  deleteFriendRequest(viewer._id, ids.id),
);
