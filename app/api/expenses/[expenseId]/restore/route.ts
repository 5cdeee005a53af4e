import { restoreExpense } from "@/lib/db/groups/deleted";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { expenseAnswer } from "@/lib/views/with-names";

export const PUT = handler(operations.restoreExpense, async ({ viewer, params }) =>
  expenseAnswer(await restoreExpense(viewer._id, requireId(params.expenseId))),
);
