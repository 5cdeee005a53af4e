import { requireId } from "@/lib/db/ids";
import { undoSettleUp } from "@/lib/db/settle-up";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.undoSettleUp, ({ viewer, params }) =>
  undoSettleUp(viewer._id, requireId(params.id), requireId(params.batchId)),
);
