import { requireId } from "@/lib/db/ids";
import { createLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";
import { linksView, newLinkResponse } from "@/lib/views/links";

export const GET = handler("listLinks", ({ viewer, params }) => linksView(viewer, params.groupId));

export const POST = handler("createLink", async ({ viewer, ids, body, origin }) => {
  const guest = body.guestId === undefined ? undefined : requireId(body.guestId);
  return newLinkResponse(await createLink(viewer._id, ids.groupId, guest), origin);
});
