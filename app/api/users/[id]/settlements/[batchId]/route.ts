import { undoSettleUp } from "@/lib/db/settlements/settle-up";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("undoSettleUp", ({ viewer, ids }) =>
  undoSettleUp(viewer._id, ids.id, ids.batchId),
);
