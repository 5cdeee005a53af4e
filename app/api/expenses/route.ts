import { ObjectId } from "mongodb";
import { requireEvent } from "@/lib/access";
import { createExpense } from "@/lib/db/expenses";
import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { expensesView, expenseView } from "@/lib/views";

export const GET = handler(operations.listExpenses, async ({ viewer, query }) =>
  paged(operations.listExpenses, query, await expensesView(viewer, query.eventId, query)),
);

export const POST = handler(operations.createExpense, async ({ viewer, body, once }) => {
  const { event } = await requireEvent(viewer, body.eventId);
  const { description, amount: cents } = body;
  const splitWith = body.splitWith.map((id) => new ObjectId(id));
  const id = await createExpense(
    { _id: new ObjectId(), eventId: event._id, payer: viewer._id, description, cents, splitWith },
    once,
  );
  return expenseView(viewer, id.toHexString());
});
