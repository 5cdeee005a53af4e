import { settle, unsettle } from "@/lib/db/settlements";
import { handler } from "@/lib/server/handler";
import { settlementResponse } from "@/lib/views/with-names";

export const PUT = handler("settle", async ({ viewer, ids: { id }, body, idempotencyKey: key }) => {
  const { amount, from, part, method, note } = body;
  const seen = { cents: amount, from };
  const settlement = body.settled
    ? await settle(viewer._id, id, { seen, part, method, note, key })
    : await unsettle(viewer._id, id, seen, key);
  // What canceled out against the pair's other payment is gone.
  return settlement.net === 0 ? null : settlementResponse(settlement);
});
