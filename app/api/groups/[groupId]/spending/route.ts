import { groupSpendingView } from "@/lib/views/spending";
import { handler } from "@/lib/server/handler";

export const GET = handler("groupSpending", ({ viewer, params, query }) =>
  groupSpendingView(viewer, params.groupId, query.months),
);
