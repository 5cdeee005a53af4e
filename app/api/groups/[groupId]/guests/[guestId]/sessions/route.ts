import { endGuestSessions } from "@/lib/db/guests/sessions";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("endGuestSessions", ({ viewer, params }) =>
  endGuestSessions(viewer._id, requireId(params.groupId), requireId(params.guestId)),
);
