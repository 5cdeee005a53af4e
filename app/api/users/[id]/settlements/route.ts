import { centsToDollars } from "@/lib/core/money/money";
import { requireId } from "@/lib/db/ids";
import { settleUp } from "@/lib/db/settlements/settle-up";
import { handler } from "@/lib/server/handler";
import { openPaymentsView } from "@/lib/views/friends";

export const GET = handler("openPayments", ({ viewer, params }) => openPaymentsView(viewer, params.id));

export const POST = handler("settleUp", async ({ viewer, ids: { id: friend }, body, idempotencyKey }) => {
  const shown = body.nets
    ? Object.entries(body.nets).map(([_id, cents]) => ({
        _id: requireId(_id),
        cents: Math.abs(cents),
        from: (cents > 0 ? viewer._id : friend).toHexString(),
      }))
    : (body.payments ?? []).map(({ _id, amount, from }) => ({ _id: requireId(_id), cents: amount, from }));
  const how = { method: body.method ?? null, note: body.note ?? "" };
  const batch = await settleUp(viewer._id, friend, shown, how, idempotencyKey);
  return {
    success: true as const,
    batchId: batch._id.toHexString(),
    settlements: batch.settlements,
    amount: centsToDollars(batch.net),
  };
});
