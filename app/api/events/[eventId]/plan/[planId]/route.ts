import { requireId } from "@/lib/db/ids";
import { undoPlan } from "@/lib/db/plans";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("undoEventPlan", ({ viewer, params }) =>
  undoPlan(viewer._id, { of: "event", id: requireId(params.eventId) }, requireId(params.planId)),
);
