import { requireId } from "@/lib/db/ids";
import { markRead } from "@/lib/db/notices";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const PUT = handler(operations.readNotices, ({ viewer, body }) =>
  markRead(viewer._id, requireId(body.until)),
);
