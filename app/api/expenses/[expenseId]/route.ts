import { deleteExpense, updateExpense } from "@/lib/db/expenses";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { expenseView } from "@/lib/views/expenses";
import { expenseResponse } from "@/lib/views/with-names";
import { expenseInput } from "../expense-input";

export const GET = handler(operations.getExpense, ({ viewer, params }) =>
  expenseView(viewer, params.expenseId),
);

export const PUT = handler(operations.editExpense, async ({ viewer, params, body, idempotencyKey }) => {
  const expenseId = requireId(params.expenseId);
  const input = expenseInput(body);
  return expenseResponse(await updateExpense(viewer._id, expenseId, input, body.rev, idempotencyKey));
});

export const DELETE = handler(operations.deleteExpense, ({ viewer, params }) =>
  deleteExpense(viewer._id, requireId(params.expenseId)),
);
