import { handler, nextPage, WithHeaders } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { eventActivityView } from "@/lib/views/activity";

export const GET = handler(operations.eventActivity, async ({ viewer, params, query }) => {
  const { rows, nextCursor } = await eventActivityView(viewer, params.eventId, query);
  return new WithHeaders(rows, nextPage(`/api/events/${params.eventId}/activity`, query, nextCursor));
});
