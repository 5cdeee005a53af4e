import { undoPlan } from "@/lib/db/plans";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("undoGroupPlan", ({ viewer, ids }) =>
  undoPlan(viewer._id, { of: "group", id: ids.groupId }, ids.planId),
);
