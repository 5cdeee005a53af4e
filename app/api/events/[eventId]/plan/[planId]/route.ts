import { requireId } from "@/lib/db/ids";
import { undoPlan } from "@/lib/db/plans";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.undoEventPlan, ({ viewer, params }) =>
  undoPlan(viewer._id, { of: "event", id: requireId(params.eventId) }, requireId(params.planId)),
);
