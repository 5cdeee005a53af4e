import { removePushDevice } from "@/lib/db/notices/push";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("removePushDevice", ({ viewer, ids }) => removePushDevice(viewer._id, ids.id));
