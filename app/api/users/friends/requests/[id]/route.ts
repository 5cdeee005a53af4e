import { deleteFriendRequest } from "@/lib/db/requests/friend";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("ignoreFriendRequest", ({ viewer, params }) =>
  deleteFriendRequest(viewer._id, requireId(params.id)),
);
