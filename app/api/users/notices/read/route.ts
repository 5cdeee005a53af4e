import { requireId } from "@/lib/db/ids";
import { markRead } from "@/lib/db/notices";
import { handler } from "@/lib/server/handler";

export const PUT = handler("readNotices", ({ viewer, body }) => markRead(viewer._id, requireId(body.until)));
