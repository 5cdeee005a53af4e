import { requireFriendship } from "@/lib/access";
import { acceptFriendship } from "@/lib/db/friendships";
import { notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const PUT = handler(operations.acceptFriendRequest, async ({ viewer, params }) => {
  const { _id } = await requireFriendship(viewer, params.id);
  if (!(await acceptFriendship(_id, viewer._id))) throw notFound();
  return SUCCESS;
});
