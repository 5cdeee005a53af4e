import { updateGroup } from "@/lib/db/groups";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { groupAnswer } from "@/lib/views/answers";

export const PUT = handler(operations.editGroup, async ({ viewer, params, body }) => {
  const { title, icon, rev } = body;
  return groupAnswer(await updateGroup(viewer._id, requireId(params.groupId), { title, icon }, rev));
});
