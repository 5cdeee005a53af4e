import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { eventActivityView } from "@/lib/views/activity";

export const GET = handler(operations.eventActivity, ({ viewer, params, query }) =>
  eventActivityView(viewer, params.eventId, undefined, query),
);
