import { deleteFriendRequest } from "@/lib/db/requests/friend";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.ignoreFriendRequest, ({ viewer, params }) =>
  deleteFriendRequest(viewer._id, requireId(params.id)),
);
