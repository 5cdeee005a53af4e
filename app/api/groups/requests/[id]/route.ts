import { deleteInvitation } from "@/lib/db/requests/group";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.ignoreGroupRequest, ({ viewer, params }) =>
  deleteInvitation(viewer._id, requireId(params.id)),
);
