import { deleteEvent } from "@/lib/db/events/delete";
import { updateEvent } from "@/lib/db/events";
import { toIds } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { eventView } from "@/lib/views/events";
import { eventResponse } from "@/lib/views/with-names";

export const GET = handler("getEvent", ({ viewer, params }) => eventView(viewer, params.eventId));

export const PUT = handler("editEvent", async ({ viewer, ids, body, idempotencyKey }) => {
  const { title, date, rev } = body;
  const change = { title, date, participants: toIds(body.participants) };
  return eventResponse(await updateEvent(viewer._id, ids.eventId, change, rev, idempotencyKey));
});

export const DELETE = handler("deleteEvent", ({ viewer, ids }) => deleteEvent(viewer._id, ids.eventId));
