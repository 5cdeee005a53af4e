import { acceptInvitation } from "@/lib/db/requests/group";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const PUT = handler("acceptGroupRequest", ({ viewer, params }) =>
  acceptInvitation(viewer._id, requireId(params.id)),
);
