import { moveExpense } from "@/lib/db/expenses/move";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { expenseResponse } from "@/lib/views/with-names";

export const PUT = handler("moveExpense", async ({ viewer, ids: { expenseId }, body, idempotencyKey }) => {
  const eventId = requireId(body.eventId);
  return expenseResponse(await moveExpense(viewer._id, expenseId, eventId, body.rev, idempotencyKey));
});
