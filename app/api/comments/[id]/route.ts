import { deleteComment } from "@/lib/db/comments";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.deleteComment, ({ viewer, params }) =>
  deleteComment(viewer._id, requireId(params.id)),
);
