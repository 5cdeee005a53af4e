import "server-only";
import { createHash } from "node:crypto";
import { ObjectId, type Document } from "mongodb";
import { NOTICE_KIND_LIST } from "@/lib/core/notices";
import { notFound } from "@/lib/errors";
import { collections, type PushSubscriptionDoc, withTransaction } from "../collections";
import { findAll } from "../page";
import { lockUsers } from "../people";

// The browsers that show a person's notices (docs/rules.md#push-notifications).

/** The kinds that are pushed until the person chooses. */
const PUSHED_AT_FIRST = NOTICE_KIND_LIST.filter((kind) => kind !== "summary");

/** The most browsers of one person. A further one replaces the one that was added first. */
export const MAX_PUSH_DEVICES = 10;

/** The id of the browser with this address: each has one subscription, whoever is signed in there. */
const idOf = (endpoint: string) =>
  new ObjectId(createHash("sha256").update(endpoint).digest().subarray(0, 12));

/**
 * Stores where a person's browser gets push messages; if it got those of another person, they end.
 * @param replaces what the browser was until now
 * @returns its id
 * @throws AppError "not-found" if the account was deleted
 */
export async function addPushDevice(
  of: Pick<PushSubscriptionDoc, "userId" | "sessionId" | "endpoint" | "keys" | "device">,
  replaces: ObjectId | null = null,
): Promise<ObjectId> {
  const { pushSubscriptions, users } = await collections();
  const { userId, endpoint } = of;
  const _id = idOf(endpoint);
  const now = new Date();
  await withTransaction(async (session) => {
    await lockUsers([userId], session);
    if (replaces) await pushSubscriptions.deleteOne({ _id: replaces, userId }, { session });
    const device = { ...of, createdAt: now, signedInAt: now };
    await pushSubscriptions.replaceOne({ _id }, device, { upsert: true, session });
    const unchosen = { _id: userId, "notices.push": { $exists: false } };
    await users.updateOne(unchosen, { $set: { "notices.push": PUSHED_AT_FIRST } }, { session });
    const surplus = await pushSubscriptions
      .find({ userId }, { session, projection: { _id: 1 } })
      .sort({ createdAt: -1, _id: -1 })
      .skip(MAX_PUSH_DEVICES)
      .toArray();
    if (surplus.length === 0) return;
    await pushSubscriptions.deleteMany({ _id: { $in: surplus.map((one) => one._id) } }, { session });
  });
  return _id;
}

/** What its person is told about a browser. */
export type PushDevice = Pick<PushSubscriptionDoc, "_id" | "device" | "createdAt" | "signedInAt">;

/** The stages that read what {@link listPushDevices} lists, for the person. */
export const pushDevicesOf = (userId: ObjectId): Document[] => [
  { $match: { userId } },
  { $sort: { createdAt: -1, _id: -1 } },
  { $project: { device: 1, createdAt: 1, signedInAt: 1 } },
];

/** The browsers that show the person's notices, newest first. */
export async function listPushDevices(userId: ObjectId): Promise<PushSubscriptionDoc[]> {
  const { pushSubscriptions } = await collections();
  return findAll(pushSubscriptions, { userId }, { sort: { createdAt: -1, _id: -1 } });
}

/** Sends no more of the person's notices to a browser. @throws AppError "not-found" if it gets none of them */
export async function removePushDevice(userId: ObjectId, _id: ObjectId): Promise<void> {
  const { pushSubscriptions } = await collections();
  if ((await pushSubscriptions.deleteOne({ _id, userId })).deletedCount === 0) throw notFound();
}

/**
 * Somebody has signed in in this browser: it goes on showing their notices, and shows those of others no more. The
 * session before may have expired, or ends now.
 */
export async function signInPushDevice(_id: ObjectId, userId: ObjectId, sessionId: ObjectId): Promise<void> {
  const { pushSubscriptions } = await collections();
  await pushSubscriptions.updateOne({ _id, userId }, { $set: { sessionId, signedInAt: new Date() } });
  await pushSubscriptions.deleteOne({ _id, userId: { $ne: userId } });
}
