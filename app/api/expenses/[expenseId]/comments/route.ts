import { addComment } from "@/lib/db/activity/comments";
import { handler } from "@/lib/server/handler";
import { activityResponse } from "@/lib/views/activity";

export const POST = handler("addComment", async ({ viewer, ids: { expenseId }, body, idempotencyKey }) => {
  const { comment, group } = await addComment(viewer._id, expenseId, body.text, idempotencyKey);
  return activityResponse(comment, group);
});
