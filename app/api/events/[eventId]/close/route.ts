import { closeEvent } from "@/lib/db/events/close";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { eventResponse } from "@/lib/views/with-names";

export const POST = handler("closeEvent", async ({ viewer, params }) =>
  eventResponse(await closeEvent(viewer._id, requireId(params.eventId))),
);
