import { ObjectId } from "mongodb";
import { createExpense } from "@/lib/db/expenses";
import { requireId, toIds } from "@/lib/db/ids";
import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { expensesView } from "@/lib/views";
import { expenseAnswer } from "@/lib/views/answers";

export const GET = handler(operations.listExpenses, async ({ viewer, query }) =>
  paged(operations.listExpenses, query, await expensesView(viewer, query.eventId, query)),
);

export const POST = handler(operations.createExpense, async ({ viewer, body, idempotencyKey }) => {
  const { description, amount: cents } = body;
  const expense = {
    _id: new ObjectId(),
    eventId: requireId(body.eventId),
    payer: viewer._id,
    description,
    cents,
    splitWith: toIds(body.splitWith),
  };
  return expenseAnswer(await createExpense(expense, idempotencyKey));
});
