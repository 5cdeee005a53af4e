import { addComment } from "@/lib/db/comments";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { activityAnswer } from "@/lib/views/activity";

export const POST = handler(operations.addComment, async ({ viewer, params, body, idempotencyKey }) => {
  const expenseId = requireId(params.expenseId);
  const { comment, group } = await addComment(viewer._id, expenseId, body.text, idempotencyKey);
  return activityAnswer(comment, group);
});
