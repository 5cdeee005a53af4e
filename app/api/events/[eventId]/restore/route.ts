import { restoreEvent } from "@/lib/db/groups/deleted";
import { handler } from "@/lib/server/handler";
import { eventResponse } from "@/lib/views/with-names";

export const PUT = handler("restoreEvent", async ({ viewer, ids }) =>
  eventResponse(await restoreEvent(viewer._id, ids.eventId)),
);
