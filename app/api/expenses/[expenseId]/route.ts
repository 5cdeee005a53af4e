import { ObjectId } from "mongodb";
import { requireExpense, requirePayer } from "@/lib/access";
import { deleteExpense, updateExpense } from "@/lib/db/expenses";
import { notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { namesOf, toExpense } from "@/lib/serialize";
import { expenseView } from "@/lib/views";

export const GET = handler(operations.getExpense, ({ viewer, params }) =>
  expenseView(viewer, params.expenseId),
);

export const PUT = handler(operations.editExpense, async ({ viewer, params, body }) => {
  const { expense, people } = await requireExpense(viewer, params.expenseId);
  requirePayer(viewer, expense);
  const { description, amount: cents, rev } = body;
  const splitWith = body.splitWith.map((id) => new ObjectId(id));
  const changed = await updateExpense(viewer._id, expense, { description, cents, splitWith }, rev);
  if (!changed) throw notFound();
  return toExpense(changed, namesOf(people));
});

export const DELETE = handler(operations.deleteExpense, async ({ viewer, params }) => {
  const { expense } = await requireExpense(viewer, params.expenseId);
  requirePayer(viewer, expense);
  if (!(await deleteExpense(viewer._id, expense))) throw notFound();
  return SUCCESS;
});
