import { createLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { newLinkResponse, ownLinksView } from "@/lib/views/links";

export const GET = handler(operations.listOwnLinks, ({ viewer }) => ownLinksView(viewer));

export const POST = handler(operations.createOwnLink, async ({ viewer, origin }) =>
  newLinkResponse(await createLink(viewer._id, null), origin),
);
