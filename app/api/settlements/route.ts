import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { settlementsView } from "@/lib/views/events";

export const GET = handler(operations.listSettlements, async ({ viewer, query }) =>
  paged(await settlementsView(viewer, query.eventId, query)),
);
