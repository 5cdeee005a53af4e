import { deleteInvitation } from "@/lib/db/requests/group";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("ignoreGroupRequest", ({ viewer, ids }) =>
  deleteInvitation(viewer._id, ids.id),
);
