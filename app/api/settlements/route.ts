import { handler } from "@/lib/server/handler";
import { settlementsView } from "@/lib/views/settlements";

export const GET = handler("listSettlements", ({ viewer, query }) =>
  settlementsView(viewer, query.eventId, query),
);
