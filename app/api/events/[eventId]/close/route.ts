import { closeEvent } from "@/lib/db/events/close";
import { handler } from "@/lib/server/handler";
import { eventResponse } from "@/lib/views/with-names";

export const POST = handler("closeEvent", async ({ viewer, ids }) =>
  eventResponse(await closeEvent(viewer._id, ids.eventId)),
);
