import { removeMember } from "@/lib/db/groups";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const PUT = handler(operations.removeMember, ({ viewer, params, body }) =>
  removeMember(viewer._id, requireId(params.groupId), requireId(body.userId)),
);
