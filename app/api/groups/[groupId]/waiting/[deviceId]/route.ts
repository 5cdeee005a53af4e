import { deviceOfRequest } from "@/lib/auth";
import { answerDevice } from "@/lib/db/guests/devices";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";

export const POST = handler("confirmDevice", async ({ viewer, params }) => {
  const { expiresAt } = await deviceOfRequest();
  await answerDevice(viewer._id, requireId(params.groupId), requireId(params.deviceId), expiresAt);
});

export const DELETE = handler("refuseDevice", ({ viewer, params }) =>
  answerDevice(viewer._id, requireId(params.groupId), requireId(params.deviceId), null),
);
