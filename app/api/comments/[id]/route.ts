import { deleteComment } from "@/lib/db/activity/comments";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("deleteComment", ({ viewer, params }) =>
  deleteComment(viewer._id, requireId(params.id)),
);
