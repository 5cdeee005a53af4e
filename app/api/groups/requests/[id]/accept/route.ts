import { acceptInvitation } from "@/lib/db/requests/group";
import { handler } from "@/lib/server/handler";

export const PUT = handler("acceptGroupRequest", ({ viewer, ids }) => acceptInvitation(viewer._id, ids.id));
