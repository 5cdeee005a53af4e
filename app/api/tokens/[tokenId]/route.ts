import { revokeToken } from "@/lib/db/account/tokens";
import { handler } from "@/lib/server/handler";

export const DELETE = handler(
  "revokeToken",
  ({ viewer, ids }) => revokeToken(viewer._id, ids.tokenId),
  // It may have been revoked since the screen was rendered.
  { page: () => "/account", next: () => "/account" },
);

/** The form, because forms can only POST. */
export const POST = DELETE;
