import { revokeLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("revokeLink", ({ viewer, ids }) =>
  revokeLink(viewer._id, ids.groupId, ids.linkId),
);
