import { revokeSharedLink } from "@/lib/db/links/shared";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("revokeSharedLink", ({ viewer, ids }) =>
  revokeSharedLink(viewer._id, ids.eventId, ids.linkId),
);
