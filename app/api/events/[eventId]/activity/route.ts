import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { loadEventActivityPage } from "@/lib/views/activity";

export const GET = handler(operations.eventActivity, async ({ viewer, params, query }) =>
  paged(await loadEventActivityPage(viewer, params.eventId, undefined, query)),
);
