import { requireId } from "@/lib/db/ids";
import { createSharedLink } from "@/lib/db/links/shared";
import { handler } from "@/lib/server/handler";
import { newSharedLinkResponse, sharedLinksView } from "@/lib/views/links/shared";

export const GET = handler("listSharedLinks", ({ viewer, params }) =>
  sharedLinksView(viewer, params.eventId),
);

export const POST = handler("createSharedLink", async ({ viewer, ids, body, origin }) => {
  const debt = body.settlementId === undefined ? null : requireId(body.settlementId);
  return newSharedLinkResponse(await createSharedLink(viewer._id, ids.eventId, debt), origin);
});
