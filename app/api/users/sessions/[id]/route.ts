import { requireId } from "@/lib/db/ids";
import { endSession } from "@/lib/db/sessions";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.endSession, ({ viewer, params }) =>
  endSession(viewer._id, requireId(params.id)),
);
