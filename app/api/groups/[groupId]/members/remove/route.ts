import { removeMember } from "@/lib/db/groups";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const PUT = handler("removeMember", ({ viewer, params, body }) =>
  removeMember(viewer._id, requireId(params.groupId), requireId(body.userId)),
);
