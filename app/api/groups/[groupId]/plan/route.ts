import { applyPlan } from "@/lib/db/plans";
import { handler } from "@/lib/server/handler";
import { groupPlanView, appliedPlanResponse } from "@/lib/views/plans";

export const GET = handler("groupPlan", ({ viewer, params }) => groupPlanView(viewer, params.groupId));

export const POST = handler("applyGroupPlan", async ({ viewer, ids, body, idempotencyKey }) => {
  const scope = { of: "group" as const, id: ids.groupId };
  return appliedPlanResponse(await applyPlan(viewer._id, scope, body.payments, idempotencyKey));
});
