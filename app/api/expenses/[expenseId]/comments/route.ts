import { addComment } from "@/lib/db/activity/comments";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { activityResponse } from "@/lib/views/activity";

export const POST = handler("addComment", async ({ viewer, params, body, idempotencyKey }) => {
  const expenseId = requireId(params.expenseId);
  const { comment, group } = await addComment(viewer._id, expenseId, body.text, idempotencyKey);
  return activityResponse(comment, group);
});
