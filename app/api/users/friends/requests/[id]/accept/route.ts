import { acceptFriendship } from "@/lib/db/requests/friend";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const PUT = handler(operations.acceptFriendRequest, ({ viewer, params }) =>
  acceptFriendship(viewer._id, requireId(params.id)),
);
