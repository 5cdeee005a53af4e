import { requireId } from "@/lib/db/ids";
import { undoSettleUp } from "@/lib/db/settlements/settle-up";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("undoSettleUp", ({ viewer, params }) =>
  undoSettleUp(viewer._id, requireId(params.id), requireId(params.batchId)),
);
