import { requireId } from "@/lib/db/ids";
import { applyPlan } from "@/lib/db/plans";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { eventPlanView, appliedPlanResponse } from "@/lib/views/plans";

export const GET = handler(operations.eventPlan, ({ viewer, params }) =>
  eventPlanView(viewer, params.eventId),
);

export const POST = handler(operations.applyEventPlan, async ({ viewer, params, body, idempotencyKey }) => {
  const scope = { of: "event" as const, id: requireId(params.eventId) };
  return appliedPlanResponse(await applyPlan(viewer._id, scope, body.payments, idempotencyKey));
});
