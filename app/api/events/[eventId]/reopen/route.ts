import { reopenEvent } from "@/lib/db/close-event";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { eventAnswer } from "@/lib/answers/with-names";

export const POST = handler(operations.reopenEvent, async ({ viewer, params }) =>
  eventAnswer(await reopenEvent(viewer._id, requireId(params.eventId))),
);
