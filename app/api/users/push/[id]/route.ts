import { requireId } from "@/lib/db/ids";
import { removePushDevice } from "@/lib/db/notices/push";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("removePushDevice", ({ viewer, params }) =>
  removePushDevice(viewer._id, requireId(params.id)),
);
