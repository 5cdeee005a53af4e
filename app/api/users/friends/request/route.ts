import { requireOtherUser } from "@/lib/server/access";
import { requestFriendship } from "@/lib/db/requests/friend";
import { handler } from "@/lib/server/handler";

export const POST = handler("sendFriendRequest", async ({ viewer, body, idempotencyKey }) => {
  const to = await requireOtherUser(viewer, body.to, "to", "You can't be friends with yourself.");
  const { _id, accepted } = await requestFriendship(viewer._id, to, idempotencyKey);
  return { success: true as const, _id: _id.toHexString(), accepted };
});
