import { updateGroup } from "@/lib/db/groups";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { groupResponse } from "@/lib/views/with-names";

export const PUT = handler("editGroup", async ({ viewer, params, body, idempotencyKey }) => {
  const { title, icon, rev } = body;
  const groupId = requireId(params.groupId);
  return groupResponse(await updateGroup(viewer._id, groupId, { title, icon }, rev, idempotencyKey));
});
