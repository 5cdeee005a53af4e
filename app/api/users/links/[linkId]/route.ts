import { requireId } from "@/lib/db/ids";
import { revokeOwnLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.revokeOwnLink, ({ viewer, params }) =>
  revokeOwnLink(viewer._id, requireId(params.linkId)),
);
