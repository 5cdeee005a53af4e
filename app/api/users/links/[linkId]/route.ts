import { revokeOwnLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("revokeOwnLink", ({ viewer, ids }) => revokeOwnLink(viewer._id, ids.linkId));
