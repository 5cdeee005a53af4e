import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { historyView } from "@/lib/views/friends";

export const GET = handler(operations.history, ({ viewer, params, query }) =>
  historyView(viewer, params.id, query),
);
