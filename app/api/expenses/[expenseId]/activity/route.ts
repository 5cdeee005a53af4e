import { handler } from "@/lib/server/handler";
import { expenseActivityView } from "@/lib/views/activity";

export const GET = handler("expenseActivity", ({ viewer, params, query }) =>
  expenseActivityView(viewer, params.expenseId, query),
);
