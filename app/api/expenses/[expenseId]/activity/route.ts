import { handler, nextPage, WithHeaders } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { expenseActivityView } from "@/lib/views/activity";

export const GET = handler(operations.expenseActivity, async ({ viewer, params, query }) => {
  const { rows, nextCursor } = await expenseActivityView(viewer, params.expenseId, query);
  return new WithHeaders(rows, nextPage(`/api/expenses/${params.expenseId}/activity`, query, nextCursor));
});
