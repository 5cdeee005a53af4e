import { requireId } from "@/lib/db/ids";
import { endSession } from "@/lib/db/sessions";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.endSession, ({ viewer, params }) =>
  endSession(viewer._id, requireId(params.id)),
);
