import { deviceOfRequest } from "@/lib/auth";
import { answerDevice } from "@/lib/db/guests/devices";
import { handler } from "@/lib/server/handler";

export const POST = handler("confirmDevice", async ({ viewer, ids }) => {
  const { expiresAt } = await deviceOfRequest();
  await answerDevice(viewer._id, ids.groupId, ids.deviceId, expiresAt);
});

export const DELETE = handler("refuseDevice", ({ viewer, ids }) =>
  answerDevice(viewer._id, ids.groupId, ids.deviceId, null),
);
