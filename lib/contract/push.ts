import { z } from "zod";
import { id, isoDate } from "./fields";
import type { Described } from "./operation";

// The browsers that show a person's notices.

const BROKEN = "This browser's push subscription is not valid.";
const base64url = (pattern: RegExp) => z.string(BROKEN).regex(pattern, BROKEN);

/** POST /api/users/push: what `PushSubscription.toJSON()` returns in browsers. */
const addPushDevice = z.object({
  subscription: z.object(
    {
      endpoint: z.string(BROKEN).max(2048, BROKEN).describe("its address at a known push service"),
      keys: z.object(
        {
          p256dh: base64url(/^B[\w-]{86}$/).describe("its public key, in base64url"),
          auth: base64url(/^[\w-]{22}$/).describe("the secret that it shares with this server, in base64url"),
        },
        BROKEN,
      ),
    },
    BROKEN,
  ),
});

export const pushDevice = z.strictObject({
  _id: id.describe("the first 24 hexadecimal digits of the SHA-256 of its endpoint"),
  device: z.string(),
  createdAt: isoDate,
});
export type PushDevice = z.infer<typeof pushDevice>;

export const pushOperations = {
  listPushDevices: {
    call: "GET /api/users/push",
    summary:
      "The browsers that show the signed-in user's notifications, newest first, and the key to add one",
    response: z.strictObject({
      publicKey: z
        .string()
        .nullable()
        .describe("the server's key (VAPID), in base64url; null: it sends no push messages"),
      devices: z.array(pushDevice),
    }),
  },
  addPushDevice: {
    call: "POST /api/users/push",
    summary: "Show notifications in this browser",
    body: addPushDevice,
    response: z.strictObject({ _id: id }),
    errors: ["conflict"],
  },
  removePushDevice: {
    call: "DELETE /api/users/push/{id}",
    summary: "Show no more notifications in a browser",
  },
} as const satisfies Record<string, Described>;
