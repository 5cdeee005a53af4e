import { updateGroup } from "@/lib/db/groups";
import { handler } from "@/lib/server/handler";
import { groupResponse } from "@/lib/views/with-names";

export const PUT = handler("editGroup", async ({ viewer, ids: { groupId }, body, idempotencyKey }) => {
  const { title, icon, rev } = body;
  return groupResponse(await updateGroup(viewer._id, groupId, { title, icon }, rev, idempotencyKey));
});
