import { acceptInvitation } from "@/lib/db/requests/group";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const PUT = handler(operations.acceptGroupRequest, ({ viewer, params }) =>
  acceptInvitation(viewer._id, requireId(params.id)),
);
