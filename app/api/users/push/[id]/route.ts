import { operations } from "@/lib/contract/operations";
import { requireId } from "@/lib/db/ids";
import { removePushDevice } from "@/lib/db/notices/push";
import { handler } from "@/lib/server/handler";

export const DELETE = handler(operations.removePushDevice, ({ viewer, params }) =>
  removePushDevice(viewer._id, requireId(params.id)),
);
