import { ObjectId } from "mongodb";
import { createExpense } from "@/lib/db/expenses";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { expensesView } from "@/lib/views/expenses";
import { expenseAnswer } from "@/lib/views/with-names";
import { expenseInput } from "./expense-input";

export const GET = handler(operations.listExpenses, ({ viewer, query }) =>
  expensesView(viewer, query.eventId, query),
);

export const POST = handler(operations.createExpense, async ({ viewer, body, idempotencyKey }) => {
  const expense = {
    ...expenseInput(body),
    _id: new ObjectId(),
    eventId: requireId(body.eventId),
    recorder: viewer._id,
  };
  return expenseAnswer(await createExpense(expense, idempotencyKey));
});
