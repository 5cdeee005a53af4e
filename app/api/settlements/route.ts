import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { settlementsView } from "@/lib/views/events";

export const GET = handler(operations.listSettlements, ({ viewer, query }) =>
  settlementsView(viewer, query.eventId, query),
);
