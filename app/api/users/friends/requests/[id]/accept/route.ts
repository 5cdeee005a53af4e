import { acceptFriendship } from "@/lib/db/requests/friend";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const PUT = handler("acceptFriendRequest", ({ viewer, params }) =>
  acceptFriendship(viewer._id, requireId(params.id)),
);
