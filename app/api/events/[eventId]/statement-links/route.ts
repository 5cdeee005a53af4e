import { requireId } from "@/lib/db/ids";
import { createSharedLink } from "@/lib/db/links/shared";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { newSharedLinkResponse, sharedLinksView } from "@/lib/views/links/shared";

export const GET = handler(operations.listSharedLinks, ({ viewer, params }) =>
  sharedLinksView(viewer, params.eventId),
);

export const POST = handler(operations.createSharedLink, async ({ viewer, params, body, origin }) => {
  const debt = body.settlementId === undefined ? null : requireId(body.settlementId);
  return newSharedLinkResponse(await createSharedLink(viewer._id, requireId(params.eventId), debt), origin);
});
