import { endGuestSessions } from "@/lib/db/guests/sessions";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("endGuestSessions", ({ viewer, ids }) =>
  endGuestSessions(viewer._id, ids.groupId, ids.guestId),
);
