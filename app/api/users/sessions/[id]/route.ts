import { endSession } from "@/lib/db/account/sessions";
import { handler } from "@/lib/server/handler";

export const DELETE = handler(
  "endSession",
  ({ viewer, ids }) => endSession(viewer._id, ids.id),
  // It may have ended since the screen was rendered.
  { page: () => "/account", next: () => "/account" },
);

/** The form, because forms can only POST. */
export const POST = DELETE;
