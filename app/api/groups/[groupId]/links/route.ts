import { requireId } from "@/lib/db/ids";
import { createLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";
import { linksView, newLinkResponse } from "@/lib/views/links";

export const GET = handler("listLinks", ({ viewer, params }) => linksView(viewer, params.groupId));

export const POST = handler("createLink", async ({ viewer, params, body, origin }) => {
  const guest = body.guestId === undefined ? undefined : requireId(body.guestId);
  return newLinkResponse(await createLink(viewer._id, requireId(params.groupId), guest), origin);
});
