import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { fold } from "@/lib/core/search";
import { AppError, invalid } from "@/lib/errors";
import { recordActivity } from "../activity";
import { collections, type GroupDoc, type UserDoc } from "../collections";
import { groupActivity, joining, lockSharedGroup } from "../groups";
import { withIdempotency, type IdempotencyKey } from "../idempotency";
import { findAll } from "../page";
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

/**
 * Adds guests with these names, in a transaction that has locked the group. It has as many guests as members at most.
 * @throws AppError "conflict"
 */
export async function insertGuests(
  { _id: groupId, members }: GroupDoc,
  names: readonly string[],
  at: Date,
  session: ClientSession,
): Promise<UserDoc[]> {
  const { groups, users } = await collections();
  const count = await users.countDocuments({ guest: groupId }, { session });
  if (Math.max(members.length, count) + names.length > MAX_PEOPLE)
    throw new AppError("conflict", `A group can have ${MAX_PEOPLE} members, and as many guests.`);
  const guests = names.map((name) => newGuest(groupId, name));
  const ids = guests.map(({ _id }) => _id);
  await users.insertMany(guests, { session });
  await groups.updateOne({ _id: groupId }, joining(ids, at), { session });
  return guests;
}

/** {@link addGuest}, in a transaction that has locked the group. @throws AppError "invalid", "conflict" */
export async function insertGuest(
  group: GroupDoc,
  name: string,
  at: Date,
  session: ClientSession,
): Promise<UserDoc> {
  assertNewName(name, await namesIn(group, session));
  const [guest] = await insertGuests(group, [name], at, session);
  return guest!;
}

/** The names of the members. */
export async function namesIn(
  { members }: GroupDoc,
  session: ClientSession,
): Promise<Pick<UserDoc, "name">[]> {
  const { users } = await collections();
  return findAll(users, { _id: { $in: members } }, { session, projection: { name: 1 } });
}

/** Two people of a group with the same name could not be told apart. @throws AppError "invalid" */
export function assertNewName(name: string, others: readonly { name: string }[], field = "name"): void {
  if (!others.some((other) => fold(other.name) === fold(name))) return;
  throw invalid(field, `There is already a ${name} in this group. Please add a last name.`);
}
