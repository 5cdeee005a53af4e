import { applyPlan } from "@/lib/db/plans";
import { handler } from "@/lib/server/handler";
import { eventPlanView, appliedPlanResponse } from "@/lib/views/plans";

export const GET = handler("eventPlan", ({ viewer, params }) => eventPlanView(viewer, params.eventId));

export const POST = handler("applyEventPlan", async ({ viewer, ids, body, idempotencyKey }) => {
  const scope = { of: "event" as const, id: ids.eventId };
  return appliedPlanResponse(await applyPlan(viewer._id, scope, body.payments, idempotencyKey));
});
