import "server-only";
import { nullOnMissing } from "@/lib/errors";
import { listPushDevices, removePushDevice } from "@/lib/db/notices/push";
import { stopEmail } from "@/lib/db/notices/settings";
import { countNotice } from "@/lib/server/http/count-notice";
import type { Targets } from "./deliver";
import { mailAvailable, sendMail } from "./mail";
import { sendPush } from "./push";

/** A person's devices and address. Those that no longer exist are removed. */
export const targets: Targets = {
  push: async ({ _id: person }) =>
    (await listPushDevices(person)).map((device) => ({
      id: `push:${device._id.toHexString()}`,
      send: async (message) => {
        const result = await sendPush(device, message);
        countNotice("push", result);
        if (result === "gone") await nullOnMissing(removePushDevice(person, device._id));
        return result;
      },
    })),
  email: async ({ _id, email }) => {
    if (!email || !mailAvailable()) return [];
    const to = { email, userId: _id.toHexString() };
    return [
      {
        id: "email",
        send: async (message) => {
          // A mailbox shows the subject first, so the subject is the first notice.
          const [title = message.title] = message.text.split("\n");
          const result = await sendMail(to, { ...message, title });
          if (result === "gone") await stopEmail(_id, "bounced");
          return result;
        },
      },
    ];
  },
};
