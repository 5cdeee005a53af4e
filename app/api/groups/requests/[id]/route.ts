import { deleteInvitation } from "@/lib/db/group-requests";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.ignoreGroupRequest, ({ viewer, params }) =>
  deleteInvitation(viewer._id, requireId(params.id)),
);
