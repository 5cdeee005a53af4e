import { deleteInvitation } from "@/lib/db/group-requests";
import { requireId } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.ignoreGroupRequest, async ({ viewer, params }) => {
  await deleteInvitation(viewer._id, requireId(params.id));
  return SUCCESS;
});
