import { acceptFriendship } from "@/lib/db/friend-requests";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const PUT = handler(operations.acceptFriendRequest, ({ viewer, params }) =>
  acceptFriendship(viewer._id, requireId(params.id)),
);
