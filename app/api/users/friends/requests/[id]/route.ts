import { deleteFriendRequest } from "@/lib/db/friend-requests";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.ignoreFriendRequest, ({ viewer, params }) =>
  deleteFriendRequest(viewer._id, requireId(params.id)),
);
