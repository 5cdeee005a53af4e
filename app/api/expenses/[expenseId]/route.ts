import { deleteExpense, updateExpense } from "@/lib/db/expenses";
import { requireId, toIds } from "@/lib/db/ids";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { expenseView } from "@/lib/views";
import { expenseAnswer } from "@/lib/views/answers";

export const GET = handler(operations.getExpense, ({ viewer, params }) =>
  expenseView(viewer, params.expenseId),
);

export const PUT = handler(operations.editExpense, async ({ viewer, params, body }) => {
  const { description, amount: cents, rev } = body;
  const change = { description, cents, splitWith: toIds(body.splitWith) };
  return expenseAnswer(await updateExpense(viewer._id, requireId(params.expenseId), change, rev));
});

export const DELETE = handler(operations.deleteExpense, async ({ viewer, params }) => {
  await deleteExpense(viewer._id, requireId(params.expenseId));
  return SUCCESS;
});
