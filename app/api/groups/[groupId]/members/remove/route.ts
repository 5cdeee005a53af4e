import { removeMember } from "@/lib/db/groups";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const PUT = handler("removeMember", ({ viewer, ids, body }) =>
  removeMember(viewer._id, ids.groupId, requireId(body.userId)),
);
