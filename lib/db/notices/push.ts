import "server-only";
import type { Document, ObjectId } from "mongodb";
import { NOTICE_KIND_LIST } from "@/lib/core/notices";
import { notFound } from "@/lib/errors";
import { collections, type PushSubscriptionDoc, withTransaction } from "../collections";
import { idFrom } from "../hash";
import { findAll } from "../page";
import { lockUsers } from "../people";

// The browsers that show a person's notices (docs/rules.md#push-notifications).

/** The kinds that are pushed by default. */
const PUSHED_AT_FIRST = NOTICE_KIND_LIST.filter((kind) => kind !== "summary");

/** The maximum number of browsers per person. Another one replaces the oldest. */
export const MAX_PUSH_DEVICES = 10;

/**
 * Stores the push subscription of a person's browser. It replaces that of any other person there.
 * @param replaces the browser's previous id
 * @returns its id
 * @throws AppError "not-found" if the account was deleted
 */
export async function addPushDevice(
  of: Pick<PushSubscriptionDoc, "userId" | "sessionId" | "endpoint" | "keys" | "device">,
  replaces: ObjectId | null = null,
): Promise<ObjectId> {
  const { pushSubscriptions, users } = await collections();
  const { userId, endpoint } = of;
  // Each browser has one subscription, whoever is signed in there.
  const _id = idFrom(endpoint);
  const now = new Date();
  await withTransaction(async (session) => {
    await lockUsers([userId], session);
    if (replaces) await pushSubscriptions.deleteOne({ _id: replaces, userId }, { session });
    const device = { ...of, createdAt: now, signedInAt: now };
    await pushSubscriptions.replaceOne({ _id }, device, { upsert: true, session });
    const unchosen = { _id: userId, "notices.push": { $exists: false } };
    await users.updateOne(unchosen, { $set: { "notices.push": PUSHED_AT_FIRST } }, { session });
    const older = {
      projection: { _id: 1 },
      sort: { createdAt: -1, _id: -1 },
      skip: MAX_PUSH_DEVICES,
    } as const;
    const surplus = await findAll(pushSubscriptions, { userId }, { session, ...older });
    if (surplus.length === 0) return;
    await pushSubscriptions.deleteMany({ _id: { $in: surplus.map((one) => one._id) } }, { session });
  });
  return _id;
}

/** What a person sees about their browser. */
export type PushDevice = Pick<PushSubscriptionDoc, "_id" | "device" | "createdAt" | "signedInAt">;

/** The stages that load a person's {@link listPushDevices}. */
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

/** Removes a person's browser. @throws AppError "not-found" if it is not theirs */
export async function removePushDevice(userId: ObjectId, _id: ObjectId): Promise<void> {
  const { pushSubscriptions } = await collections();
  if ((await pushSubscriptions.deleteOne({ _id, userId })).deletedCount === 0) throw notFound();
}

/**
 * To be called when somebody signs in: the browser keeps showing their notices, and no longer shows another person's. The
 * previous session may have expired, or ends now.
 */
export async function signInPushDevice(_id: ObjectId, userId: ObjectId, sessionId: ObjectId): Promise<void> {
  const { pushSubscriptions } = await collections();
  await pushSubscriptions.updateOne({ _id, userId }, { $set: { sessionId, signedInAt: new Date() } });
  await pushSubscriptions.deleteOne({ _id, userId: { $ne: userId } });
}
