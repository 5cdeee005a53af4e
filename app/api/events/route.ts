import { ObjectId } from "mongodb";
import { createEvent } from "@/lib/db/events";
import { requireId, toIds } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { eventsView } from "@/lib/views/events";
import { eventResponse } from "@/lib/views/with-names";

export const GET = handler("listEvents", ({ viewer, query }) => eventsView(viewer, query.groupId, query));

export const POST = handler("createEvent", async ({ viewer, body, idempotencyKey }) => {
  const { title, date } = body;
  const event = {
    _id: new ObjectId(),
    groupId: requireId(body.groupId),
    title,
    date,
    participants: toIds(body.participants),
    creator: viewer._id,
  };
  return eventResponse(await createEvent(event, idempotencyKey));
});
