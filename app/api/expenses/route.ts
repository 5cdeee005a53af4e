import { ObjectId } from "mongodb";
import { createExpense } from "@/lib/db/expenses";
import { requireId } from "@/lib/db/ids";
import { requireProfile } from "@/lib/server/access";
import { handler } from "@/lib/server/handler";
import { expensesView } from "@/lib/views/expenses";
import { seriesView } from "@/lib/views/series";
import { expenseResponse } from "@/lib/views/with-names";
import { expenseInput } from "./expense-input";

export const GET = handler("listExpenses", ({ viewer, query }) => expensesView(viewer, query.eventId, query));

export const POST = handler("createExpense", async ({ viewer, body, idempotencyKey }) => {
  const target = body.friendId
    ? { friend: (await requireProfile(viewer, body.friendId)).user._id }
    : { eventId: requireId(body.eventId) };
  const expense = { ...expenseInput(body), ...target, _id: new ObjectId(), recorder: viewer._id };
  const saved = await createExpense(expense, idempotencyKey);
  return saved.series && !saved.number ? seriesView(viewer, String(saved.series)) : expenseResponse(saved);
});
