import { requireId } from "@/lib/db/ids";
import { endSession } from "@/lib/db/account/sessions";
import { handler } from "@/lib/server/handler";

export const DELETE = handler(
  "endSession",
  ({ viewer, params }) => endSession(viewer._id, requireId(params.id)),
  // It may have ended since the screen was rendered.
  { page: () => "/account", next: () => "/account" },
);

/** The form, because forms can only POST. */
export const POST = DELETE;
