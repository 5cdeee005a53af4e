import { requireId } from "@/lib/db/ids";
import { revokeLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.revokeLink, ({ viewer, params }) =>
  revokeLink(viewer._id, requireId(params.groupId), requireId(params.linkId)),
);
