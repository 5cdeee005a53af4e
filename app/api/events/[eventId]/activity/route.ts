import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { loadEventActivityPage } from "@/lib/views/activity";

export const GET = handler(operations.eventActivity, ({ viewer, params, query }) =>
  loadEventActivityPage(viewer, params.eventId, undefined, query),
);
