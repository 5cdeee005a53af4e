import { userSpendingView } from "@/lib/views/spending";
import { operations } from "@/lib/contract/operations";
import { handler } from "@/lib/server/handler";

export const GET = handler(operations.userSpending, ({ viewer, query }) =>
  userSpendingView(viewer, query.months),
);
