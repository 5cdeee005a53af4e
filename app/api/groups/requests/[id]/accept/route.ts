import { acceptInvitation } from "@/lib/db/group-requests";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const PUT = handler(operations.acceptGroupRequest, ({ viewer, params }) =>
  acceptInvitation(viewer._id, requireId(params.id)),
);
