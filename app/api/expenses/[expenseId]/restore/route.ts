import { restoreExpense } from "@/lib/db/groups/deleted";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { expenseResponse } from "@/lib/views/with-names";

export const PUT = handler("restoreExpense", async ({ viewer, params }) =>
  expenseResponse(await restoreExpense(viewer._id, requireId(params.expenseId))),
);
