import { deleteComment } from "@/lib/db/activity/comments";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.deleteComment, ({ viewer, params }) =>
  deleteComment(viewer._id, requireId(params.id)),
);
