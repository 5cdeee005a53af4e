import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { expenseActivityView } from "@/lib/views/activity";

export const GET = handler(operations.expenseActivity, ({ viewer, params, query }) =>
  expenseActivityView(viewer, params.expenseId, query),
);
