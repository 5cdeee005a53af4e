import { acceptInvitation } from "@/lib/db/group-requests";
import { requireId } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const PUT = handler(operations.acceptGroupRequest, async ({ viewer, params }) => {
  await acceptInvitation(viewer._id, requireId(params.id));
  return SUCCESS;
});
