import { requireId } from "@/lib/db/ids";
import { revokeSharedLink } from "@/lib/db/links/shared";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("revokeSharedLink", ({ viewer, params }) =>
  revokeSharedLink(viewer._id, requireId(params.eventId), requireId(params.linkId)),
);
