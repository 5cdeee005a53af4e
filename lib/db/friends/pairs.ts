import "server-only";
import { type ClientSession, ObjectId } from "mongodb";
import { fnv1a } from "@/lib/core/fnv1a";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";
import { dayOf } from "@/lib/core/text/dates";
import { AppError } from "@/lib/errors";
import { ChangedMeanwhile, collections, type EventDoc, type GroupDoc } from "../collections";
import { newEvent, type EventPlace } from "../events";
import { pairKeyOf } from ".";
import { aggregate } from "../page";
import { DUPLICATE_KEY, hasCode } from "../server-errors";
import { lockUsers } from "../people";

// What two friends share one-to-one (docs/rules.md#one-to-one): an ordinary group of the two, marked by their pair,
// with one event. Ledger, balances, and rights treat it like any other group.

/** Stored as the title of the group and its event. Screens show `pairTitle` instead. */
const TITLE = "One-to-one";

/** The event of two people; null if they have shared nothing one-to-one so far. One command. */
export async function getPairEvent(a: ObjectId, b: ObjectId): Promise<EventDoc | null> {
  const { groups } = await collections();
  const [found] = await aggregate<{ event: EventDoc }>(groups, [
    { $match: { pair: pairKeyOf(a, b), deletedAt: null } },
    { $lookup: { from: "events", localField: "_id", foreignField: "groupId", as: "event" } },
    { $unwind: "$event" },
    { $project: { event: 1 } },
  ]);
  return found?.event ?? null;
}

/**
 * The one-to-one group and event of two people, created within this transaction if missing.
 * @throws AppError "not-found" if it is the same person, or an account was deleted; ChangedMeanwhile
 */
export async function pairPlace(
  actor: ObjectId,
  friend: ObjectId,
  at: Date,
  session: ClientSession,
): Promise<EventPlace> {
  // Not in the session, because a transaction has to begin with its lock.
  const found = await getPairEvent(actor, friend);
  if (found) return { eventId: found._id, groupId: found.groupId };
  const { groups, events } = await collections();
  await lockUsers([actor, friend], session);
  const pair = pairKeyOf(actor, friend);
  const [groupId, eventId] = [new ObjectId(), new ObjectId()];
  const group: GroupDoc = {
    _id: groupId,
    title: TITLE,
    icon: groupIconUrl(GROUP_ICONS[fnv1a(pair) % GROUP_ICONS.length]!),
    pair,
    createdBy: actor,
    members: [actor, friend],
    formerMembers: [],
    createdAt: at,
    rev: 0,
    touched: 0,
    deletedAt: null,
  };
  const event: EventDoc = {
    _id: eventId,
    groupId,
    title: TITLE,
    date: dayOf(at),
    participants: group.members,
    createdBy: actor,
    createdAt: at,
    ...newEvent(),
  };
  try {
    await groups.insertOne(group, { session });
  } catch (error) {
    // Someone else created it at the same moment.
    throw hasCode(error, DUPLICATE_KEY) ? new ChangedMeanwhile() : error;
  }
  await events.insertOne(event, { session });
  return { eventId, groupId };
}

/**
 * New debts between two friends require their friendship, which this transaction locks. Without it, existing debts can
 * be settled and their expenses deleted. Does nothing in other groups.
 * @throws AppError "forbidden"
 */
export async function assertFriends({ pair }: GroupDoc, session: ClientSession): Promise<void> {
  if (pair === undefined) return;
  const { friendships } = await collections();
  const { matchedCount } = await friendships.updateOne(
    { pair, status: "accepted" },
    { $inc: { touched: 1 } },
    { session },
  );
  if (matchedCount === 0) {
    throw new AppError("forbidden", "Only friends can add or change expenses one-to-one.");
  }
}
