import { removeMember } from "@/lib/db/groups";
import { requireId } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const PUT = handler(operations.removeMember, async ({ viewer, params, body }) => {
  await removeMember(viewer._id, requireId(params.groupId), requireId(body.userId));
  return SUCCESS;
});
