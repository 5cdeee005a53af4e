import { deleteComment } from "@/lib/db/comments";
import { requireId } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.deleteComment, async ({ viewer, params }) => {
  await deleteComment(viewer._id, requireId(params.id));
  return SUCCESS;
});
