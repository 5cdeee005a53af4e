import { handler } from "@/lib/server/handler";
import { eventActivityView } from "@/lib/views/activity";

export const GET = handler("eventActivity", ({ viewer, params, query }) =>
  eventActivityView(viewer, params.eventId, undefined, query),
);
