import { deleteComment } from "@/lib/db/activity/comments";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("deleteComment", ({ viewer, ids }) => deleteComment(viewer._id, ids.id));
