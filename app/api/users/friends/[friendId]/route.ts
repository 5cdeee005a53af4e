import { requireProfile } from "@/lib/access";
import { deleteFriendship } from "@/lib/db/friendships";
import { notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.deleteFriend, async ({ viewer, params }) => {
  const { user } = await requireProfile(viewer, params.friendId);
  if (!(await deleteFriendship(viewer._id, user._id))) throw notFound();
  return SUCCESS;
});
