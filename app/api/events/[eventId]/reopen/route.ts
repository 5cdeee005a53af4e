import { reopenEvent } from "@/lib/db/events/close";
import { handler } from "@/lib/server/handler";
import { eventResponse } from "@/lib/views/with-names";

export const POST = handler("reopenEvent", async ({ viewer, ids }) =>
  eventResponse(await reopenEvent(viewer._id, ids.eventId)),
);
