import { requireId } from "@/lib/db/ids";
import { revokeLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("revokeLink", ({ viewer, params }) =>
  revokeLink(viewer._id, requireId(params.groupId), requireId(params.linkId)),
);
