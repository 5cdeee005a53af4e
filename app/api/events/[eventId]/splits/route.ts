import { requireId } from "@/lib/db/ids";
import { setEventSplits } from "@/lib/db/splits";
import { handler } from "@/lib/server/handler";
import { eventSplitsView, splitsResponse } from "@/lib/views/splits";

export const GET = handler("eventSplits", ({ viewer, params }) => eventSplitsView(viewer, params.eventId));

export const PUT = handler("editEventSplits", async ({ viewer, params, body, idempotencyKey }) => {
  const { rev, ...change } = body;
  return splitsResponse(
    await setEventSplits(viewer._id, requireId(params.eventId), change, rev, idempotencyKey),
  );
});
