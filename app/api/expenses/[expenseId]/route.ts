import { deleteExpense, updateExpense } from "@/lib/db/expenses";
import { updateWithLater } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { expenseView } from "@/lib/views/expenses";
import { expenseResponse } from "@/lib/views/with-names";
import { expenseInput } from "../expense-input";

export const GET = handler("getExpense", ({ viewer, params }) => expenseView(viewer, params.expenseId));

export const PUT = handler("editExpense", async ({ viewer, ids: { expenseId }, body, idempotencyKey }) => {
  const { rev, later, ...entered } = body;
  const update = later ? updateWithLater : updateExpense;
  return expenseResponse(await update(viewer._id, expenseId, expenseInput(entered), rev, idempotencyKey));
});

export const DELETE = handler("deleteExpense", ({ viewer, ids }) => deleteExpense(viewer._id, ids.expenseId));
