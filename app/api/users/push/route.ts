import { deviceOfRequest, getPushDevice, setPushDevice } from "@/lib/auth";
import { requireId } from "@/lib/db/ids";
import { addPushDevice } from "@/lib/db/notices/push";
import { AppError, invalid } from "@/lib/errors";
import { requireSession } from "@/lib/server/access";
import { handler } from "@/lib/server/handler";
import { isUsable } from "@/lib/server/notices/push-service";
import { vapidKeys } from "@/lib/server/notices/vapid";
import { pushDevicesView } from "@/lib/views/account";

export const GET = handler("listPushDevices", async ({ viewer }) => ({
  publicKey: vapidKeys()?.publicKey ?? null,
  devices: await pushDevicesView(viewer._id),
}));

export const POST = handler("addPushDevice", async ({ viewer, body: { subscription } }) => {
  if (!vapidKeys()) throw new AppError("conflict", "This server sends no push notifications.");
  if (!isUsable(subscription))
    throw invalid(
      "subscription",
      "Notifications don't work in this browser: its push service is not supported.",
    );
  const [session, { name: device }] = [await requireSession(), await deviceOfRequest()];
  const of = { userId: viewer._id, sessionId: requireId(session.id), device, ...subscription };
  const added = await addPushDevice(of, await getPushDevice());
  await setPushDevice(added);
  return { _id: added.toHexString() };
});
