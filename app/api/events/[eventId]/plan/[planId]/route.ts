import { undoPlan } from "@/lib/db/plans";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("undoEventPlan", ({ viewer, ids }) =>
  undoPlan(viewer._id, { of: "event", id: ids.eventId }, ids.planId),
);
