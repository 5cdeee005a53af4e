import { setEventSplits } from "@/lib/db/usual-split";
import { handler } from "@/lib/server/handler";
import { eventSplitsView, splitsResponse } from "@/lib/views/usual-split";

export const GET = handler("eventSplits", ({ viewer, params }) => eventSplitsView(viewer, params.eventId));

export const PUT = handler("editEventSplits", async ({ viewer, ids, body, idempotencyKey }) => {
  const { rev, ...change } = body;
  return splitsResponse(await setEventSplits(viewer._id, ids.eventId, change, rev, idempotencyKey));
});
