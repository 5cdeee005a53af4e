import { createLink } from "@/lib/db/links";
import { handler } from "@/lib/server/handler";
import { newLinkResponse, ownLinksView } from "@/lib/views/links";

export const GET = handler("listOwnLinks", ({ viewer }) => ownLinksView(viewer));

export const POST = handler("createOwnLink", async ({ viewer, origin }) =>
  newLinkResponse(await createLink(viewer._id, null), origin),
);
