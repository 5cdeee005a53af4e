import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { fold } from "@/lib/core/search";
import { AppError, invalid } from "@/lib/errors";
import { recordActivity } from "../activity";
import { collections, type GroupDoc, type UserDoc } from "../collections";
import { groupActivity, joining, lockSharedGroup } from "../groups";
import { withIdempotency, type IdempotencyKey } from "../idempotency";
import { newGuest } from "../people";

/**
 * Adds a guest to a group, by a member. The guest is in this group only.
 * @throws AppError "not-found"; "invalid" if a member has the same name; "conflict" if the group is full, or has had too
 * many guests; "forbidden" if the group is of a pair
 */
export async function addGuest(
  actor: ObjectId,
  groupId: ObjectId,
  name: string,
  key?: IdempotencyKey,
): Promise<UserDoc> {
  const ofItsGroup = ({ guest }: UserDoc) => (guest ? [guest] : []);
  return withIdempotency(key, ofItsGroup, async (session) => {
    const group = await lockSharedGroup(actor, groupId, session);
    const at = new Date();
    const guest = await insertGuest(group, name, at, session);
    await recordActivity(session, groupActivity("guest-added", actor, group, { people: [guest._id], at }));
    return guest;
  });
}

/** A group has as many guests as members at most. @param more how many are added @throws AppError "conflict" */
export async function assertRoom(
  groupId: ObjectId,
  members: number,
  more: number,
  session: ClientSession,
): Promise<void> {
  const { users } = await collections();
  const guests = await users.countDocuments({ guest: groupId }, { session });
  if (Math.max(members, guests) + more > MAX_PEOPLE)
    throw new AppError("conflict", `A group can have ${MAX_PEOPLE} members, and as many guests.`);
}

/** {@link addGuest}, in a transaction that has locked the group. @throws AppError "invalid", "conflict" */
export async function insertGuest(
  { _id: groupId, members }: GroupDoc,
  name: string,
  at: Date,
  session: ClientSession,
): Promise<UserDoc> {
  const { groups, users } = await collections();
  const others = await users.find({ _id: { $in: members } }, { session, projection: { name: 1 } }).toArray();
  assertNewName(name, others);
  await assertRoom(groupId, members.length, 1, session);
  const guest = newGuest(groupId, name);
  await users.insertOne(guest, { session });
  await groups.updateOne({ _id: groupId }, joining(guest._id, at), { session });
  return guest;
}

/** Two people of a group with the same name could not be told apart. @throws AppError "invalid" */
export function assertNewName(name: string, others: readonly { name: string }[], field = "name"): void {
  if (!others.some((other) => fold(other.name) === fold(name))) return;
  throw invalid(field, `There is already a ${name} in this group. Please add a last name.`);
}
