import { restoreEvent } from "@/lib/db/groups/deleted";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { eventResponse } from "@/lib/views/with-names";

export const PUT = handler(operations.restoreEvent, async ({ viewer, params }) =>
  eventResponse(await restoreEvent(viewer._id, requireId(params.eventId))),
);
