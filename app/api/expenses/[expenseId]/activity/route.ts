import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { expenseActivityView } from "@/lib/views/activity";

export const GET = handler(operations.expenseActivity, async ({ viewer, params, query }) =>
  paged(await expenseActivityView(viewer, params.expenseId, query)),
);
