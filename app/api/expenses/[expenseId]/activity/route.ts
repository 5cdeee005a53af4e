import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { expenseActivityView } from "@/lib/views/activity";

export const GET = handler(operations.expenseActivity, ({ viewer, params, query }) =>
  expenseActivityView(viewer, params.expenseId, query),
);
