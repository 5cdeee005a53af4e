import { ObjectId } from "mongodb";
import { requireGroup } from "@/lib/access";
import { createEvent } from "@/lib/db/events";
import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { eventsView, eventView } from "@/lib/views";

export const GET = handler(operations.listEvents, async ({ viewer, query }) =>
  paged(operations.listEvents, query, await eventsView(viewer, query.groupId, query)),
);

export const POST = handler(operations.createEvent, async ({ viewer, body, once }) => {
  const { group } = await requireGroup(viewer, body.groupId);
  const participants = body.participants.map((id) => new ObjectId(id));
  const { title, date } = body;
  const id = await createEvent(
    { _id: new ObjectId(), groupId: group._id, title, date, participants, creator: viewer._id },
    once,
  );
  return eventView(viewer, id.toHexString());
});
