import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { REMIND_DAYS } from "@/lib/core/notices";
import { DAY_MS } from "@/lib/core/text/dates";
import { collections, type NoticeDoc, type UserDoc } from "../collections";
import { pairKeyOf } from "../friends";
import { idFrom } from "../hash";
import { includesId } from "../ids";
import { channelsOf } from "./settings";

// Notices of requests from one person to another, which are no activity: a write makes them within its transaction.

type Kind = "reminder" | "invited" | "joined";

/** One id for each sender, recipient, and kind: a later notice replaces the earlier one. */
const idOf = (kind: Kind, from: ObjectId, to: ObjectId) =>
  idFrom(`${kind}:${from.toHexString()}:${to.toHexString()}`);

type Told = { kind: Kind; from: ObjectId; isTold: boolean; now: Date } & Partial<NoticeDoc>;

/** Makes a notice for a person. @returns false if they already got it within the last REMIND_DAYS days */
export async function tellFrom(
  { kind, from, isTold, now, ...about }: Told,
  { _id: userId, notices: settings }: UserDoc,
  session: ClientSession,
): Promise<boolean> {
  const { notices } = await collections();
  const isSent = isTold && channelsOf(settings, kind).length > 0;
  const $setOnInsert: Omit<NoticeDoc, "_id"> = {
    userId,
    kind,
    key: `${kind}:${from.toHexString()}`,
    from,
    at: now,
    read: !isTold,
    openUntil: now,
    groupId: null,
    eventId: null,
    activities: [],
    ...about,
    ...(isSent && { sendAt: now }),
  };
  const _id = idOf(kind, from, userId);
  const old = { _id, at: { $lte: new Date(now.getTime() - REMIND_DAYS * DAY_MS) } };
  await notices.deleteOne(old, { session });
  const { upsertedCount } = await notices.updateOne({ _id }, { $setOnInsert }, { upsert: true, session });
  return upsertedCount > 0;
}

/**
 * Makes a notice of a friend request, or of its acceptance. A request repeated within days makes one notice; a muted
 * person makes none.
 * @param kind "invited": a request; "joined": an acceptance
 */
export async function tellOfFriend(
  kind: "invited" | "joined",
  from: ObjectId,
  to: ObjectId,
  session: ClientSession,
): Promise<void> {
  const { users } = await collections();
  const person = await users.findOne({ _id: to, deletedAt: null }, { session });
  if (!person || includesId(person.notices?.mutedPeople ?? [], from)) return;
  const pair = pairKeyOf(from, to);
  await tellFrom({ kind, from, isTold: true, now: new Date(), pair }, person, session);
}

/** Deletes the notice of a friend request, once it was answered. */
export async function dropFriendRequest(
  from: ObjectId,
  to: ObjectId,
  session?: ClientSession,
): Promise<void> {
  const { notices } = await collections();
  await notices.deleteOne({ _id: idOf("invited", from, to) }, session && { session });
}
