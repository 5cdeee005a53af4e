import { deleteInvitation } from "@/lib/db/requests/group";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("ignoreGroupRequest", ({ viewer, params }) =>
  deleteInvitation(viewer._id, requireId(params.id)),
);
