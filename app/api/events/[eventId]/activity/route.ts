import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { eventActivityView } from "@/lib/views/activity";

export const GET = handler(operations.eventActivity, ({ viewer, params, query }) =>
  eventActivityView(viewer, params.eventId, undefined, query),
);
