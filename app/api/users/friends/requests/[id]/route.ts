import { requireFriendship } from "@/lib/access";
import { deleteFriendRequest } from "@/lib/db/friendships";
import { notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.ignoreFriendRequest, async ({ viewer, params }) => {
  const { _id } = await requireFriendship(viewer, params.id);
  if (!(await deleteFriendRequest(_id, viewer._id))) throw notFound();
  return SUCCESS;
});
