import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { settlementsView } from "@/lib/views/settlements";

export const GET = handler(operations.listSettlements, ({ viewer, query }) =>
  settlementsView(viewer, query.eventId, query),
);
