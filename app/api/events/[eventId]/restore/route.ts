import { restoreEvent } from "@/lib/db/groups/deleted";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { eventResponse } from "@/lib/views/with-names";

export const PUT = handler("restoreEvent", async ({ viewer, params }) =>
  eventResponse(await restoreEvent(viewer._id, requireId(params.eventId))),
);
