import { requireId } from "@/lib/db/ids";
import { revokeOwnLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("revokeOwnLink", ({ viewer, params }) =>
  revokeOwnLink(viewer._id, requireId(params.linkId)),
);
