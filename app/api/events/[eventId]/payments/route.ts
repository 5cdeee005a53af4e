import { settlementResponse } from "@/lib/views/with-names";
import { requireId } from "@/lib/db/ids";
import { recordPayment } from "@/lib/db/settlements/record";
import { handler } from "@/lib/server/handler";

export const POST = handler("recordPayment", async ({ viewer, ids, body, idempotencyKey: key }) => {
  const { amount: cents, from, to, ...how } = body;
  const payment = {
    from: from === undefined ? undefined : requireId(from),
    to: requireId(to),
    cents,
    ...how,
  };
  return settlementResponse(await recordPayment(viewer._id, ids.eventId, payment, key));
});
