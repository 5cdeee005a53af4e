import { invite } from "@/lib/db/requests/group";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { invitationResponse } from "@/lib/views/with-names";

export const POST = handler("inviteToGroup", async ({ viewer, ids: { groupId }, body, idempotencyKey }) => {
  const to = requireId(body.toUserId);
  return invitationResponse(await invite(viewer._id, groupId, to, idempotencyKey));
});
