import { groupSpendingView } from "@/lib/views/spending";
import { operations } from "@/lib/contract/operations";
import { handler } from "@/lib/server/handler";

export const GET = handler(operations.groupSpending, ({ viewer, params, query }) =>
  groupSpendingView(viewer, params.groupId, query.months),
);
