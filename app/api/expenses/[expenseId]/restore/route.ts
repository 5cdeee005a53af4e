import { restoreExpense } from "@/lib/db/groups/deleted";
import { handler } from "@/lib/server/handler";
import { expenseResponse } from "@/lib/views/with-names";

export const PUT = handler("restoreExpense", async ({ viewer, ids }) =>
  expenseResponse(await restoreExpense(viewer._id, ids.expenseId)),
);
