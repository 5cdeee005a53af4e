import { reopenEvent } from "@/lib/db/events/close";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { eventResponse } from "@/lib/views/with-names";

export const POST = handler(operations.reopenEvent, async ({ viewer, params }) =>
  eventResponse(await reopenEvent(viewer._id, requireId(params.eventId))),
);
