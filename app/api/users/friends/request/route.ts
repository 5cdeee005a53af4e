import { requireNewFriend } from "@/lib/access";
import { REQUEST_REFUSALS } from "@/lib/core/relationship";
import { requestFriendship } from "@/lib/db/friendships";
import { AppError } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const POST = handler(operations.sendFriendRequest, async ({ viewer, body, once }) => {
  const to = await requireNewFriend(viewer, body.to);
  const { _id, outcome } = await requestFriendship(viewer._id, to, once);
  if (outcome !== "sent" && outcome !== "accepted") throw new AppError("conflict", REQUEST_REFUSALS[outcome]);
  return { ...SUCCESS, _id: _id.toHexString(), accepted: outcome === "accepted" };
});
