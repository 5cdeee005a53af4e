import { requireId } from "@/lib/db/ids";
import { undoPlan } from "@/lib/db/plans";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("undoGroupPlan", ({ viewer, params }) =>
  undoPlan(viewer._id, { of: "group", id: requireId(params.groupId) }, requireId(params.planId)),
);
