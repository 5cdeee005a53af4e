import "server-only";
import { ObjectId, type AnyBulkWriteOperation, type ClientSession } from "mongodb";
import { DIGEST_MS, MAX_DIGEST, noticeOf, type NoticeKind } from "@/lib/core/notices";
import { DAY_MS } from "@/lib/core/text/dates";
import { collections, type ActivityDoc, type NoticeDoc, type UserDoc, withTransaction } from "../collections";
import { pairKeyOf } from "../friends";
import { includesId, uniqueIds } from "../ids";
import { findAll } from "../page";
import { channelsOf } from "./settings";

// The outbox: a write records in its transaction whom its activity concerns, and this module makes the notices.

/** The number of activities per transaction. */
const AT_ONCE = 100;
/** Older activity, such as that of demo data, makes no notices. */
const TOLD_FOR_MS = DAY_MS;

/** The kinds of notices that are digests, and the id that their activities share. Others have one activity each. */
const DIGESTS: Partial<Record<NoticeKind, (activity: ActivityDoc) => ObjectId | null>> = {
  charged: ({ eventId }) => eventId,
  repeating: ({ kind, eventId }) => (kind === "series-held" ? null : eventId),
  comment: ({ expenseId }) => expenseId,
};

/** Whether the outbox has activity. One command on a nearly empty index. */
export async function hasUntold(): Promise<boolean> {
  const { activities } = await collections();
  return (await activities.findOne({ untold: true }, { projection: { _id: 1 } })) !== null;
}

/**
 * Makes the notices of new activity, in one transaction that also takes it out of the outbox: each notice is made once,
 * and none for people who leave meanwhile ({@link dropNotices}). Only one process may do this at a time, because two
 * could begin the same digest.
 * @returns whether the outbox may have more
 */
export async function makeNotices(now: Date): Promise<boolean> {
  const { activities, notices } = await collections();
  return withTransaction(async (session) => {
    const oldest = { sort: { at: 1, _id: 1 }, limit: AT_ONCE, session } as const;
    const untold = await findAll(activities, { untold: true }, oldest);
    if (untold.length === 0) return false;
    const fresh = untold.filter(({ at }) => now.getTime() - at.getTime() <= TOLD_FOR_MS);
    const peopleOf = await peopleToTell(fresh, session);
    const writes = toldTogether(fresh, peopleOf).map(([user, told]) => noticeWrite(told, user, now));
    const taken = { _id: { $in: untold.map(({ _id }) => _id) } };
    await activities.updateMany(taken, { $unset: { tell: true, untold: true } }, { session });
    if (writes.length > 0) await notices.bulkWrite(writes, { session });
    return untold.length === AT_ONCE;
  });
}

/**
 * Deletes a person's notices, all or those of a group, within the transaction in which they leave it. It also
 * writes to the outbox, so that it conflicts with a concurrent {@link makeNotices}, and one of the two is retried.
 */
export async function dropNotices(
  person: ObjectId,
  session: ClientSession,
  groupId?: ObjectId,
): Promise<void> {
  const { activities, notices } = await collections();
  const within = groupId && { groupId };
  const untold = { untold: true as const, tell: person, ...within };
  await activities.updateMany(untold, { $pull: { tell: person } }, { session });
  await notices.deleteMany({ userId: person, ...within }, { session });
}

/** Those who have an account, are in the group or invited to it, have muted neither group nor actor, and no block. */
async function peopleToTell(
  told: readonly ActivityDoc[],
  session: ClientSession,
): Promise<(activity: ActivityDoc) => UserDoc[]> {
  const { friendships, groups, users } = await collections();
  const idsIn = (of: (one: ActivityDoc) => ObjectId[]) => ({ $in: uniqueIds(told.flatMap(of)) });
  const account = { deletedAt: null, guest: { $exists: false } };
  const blocked = { users: idsIn(({ actor }) => [actor]), status: "blocked" } as const;
  // One after another: they share a session.
  const known = await findAll(
    groups,
    { _id: idsIn(({ groupId }) => [groupId]), deletedAt: null },
    { session },
  );
  const people = await findAll(users, { _id: idsIn(({ tell = [] }) => tell), ...account }, { session });
  const blocks = await findAll(friendships, blocked, { session });
  const blockedPairs = new Set(blocks.map(({ pair }) => pair));
  return ({ kind, actor, groupId, tell = [] }) => {
    const group = known.find(({ _id }) => _id.equals(groupId));
    const [told, members] = [setOf(tell), setOf(group?.members ?? [])];
    return people.filter(({ _id, notices: { mutedGroups = [], mutedPeople = [] } = {} }) => {
      const hex = _id.toHexString();
      if (!group || !told.has(hex)) return false;
      // Of what the scheduled work does, such as pausing a series, the actor is told, too.
      if (!_id.equals(actor) && blockedPairs.has(pairKeyOf(actor, _id))) return false;
      if (includesId(mutedGroups, groupId) || includesId(mutedPeople, actor)) return false;
      return kind === "member-invited" || members.has(hex);
    });
  };
}

const setOf = (ids: readonly ObjectId[]) => new Set(ids.map((id) => id.toHexString()));

const togetherWith = (activity: ActivityDoc) =>
  activity.batchId ?? DIGESTS[noticeOf(activity.kind)!]?.(activity);

/** Activity with the same key goes into the same notice. */
const keyOf = (activity: ActivityDoc) =>
  `${activity.batchId ? activity.kind : noticeOf(activity.kind)}:${(togetherWith(activity) ?? activity._id).toHexString()}`;

/** One list for each person and key, so that much activity for many people is still few writes. */
function toldTogether(
  told: readonly ActivityDoc[],
  peopleOf: (one: ActivityDoc) => UserDoc[],
): [UserDoc, ActivityDoc[]][] {
  const lists = new Map<string, [UserDoc, ActivityDoc[]]>();
  for (const one of told) {
    for (const user of peopleOf(one)) {
      const id = `${user._id.toHexString()}:${keyOf(one)}`;
      const list = lists.get(id);
      if (list) list[1].push(one);
      else lists.set(id, [user, [one]]);
    }
  }
  return [...lists.values()];
}

/** @param told at most {@link AT_ONCE} with the same key */
function noticeWrite(
  told: readonly ActivityDoc[],
  user: UserDoc,
  now: Date,
): AnyBulkWriteOperation<NoticeDoc> {
  const [activity] = told as [ActivityDoc];
  const kind = noticeOf(activity.kind)!;
  const openUntil = new Date(now.getTime() + (togetherWith(activity) ? DIGEST_MS : 0));
  const isSent = channelsOf(user.notices, kind).length > 0;
  return {
    updateOne: {
      filter: {
        userId: user._id,
        // Implied by the rest. Without it, the query would read all notices of the person.
        at: { $gt: new Date(now.getTime() - DIGEST_MS) },
        key: keyOf(activity),
        openUntil: { $gt: now },
        [`activities.${MAX_DIGEST - told.length}`]: { $exists: false },
      },
      update: {
        $set: { at: now, read: false },
        $push: { activities: { $each: told.map(({ _id }) => _id) } },
        $setOnInsert: {
          _id: new ObjectId(),
          kind,
          groupId: activity.groupId,
          eventId: activity.eventId,
          openUntil,
          // A digest waits until it is complete. Payments settled together in several events are recorded together.
          ...(isSent && { sendAt: activity.batchId ? now : openUntil }),
        },
      },
      upsert: true,
    },
  };
}
