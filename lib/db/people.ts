import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { AppError, notFound } from "@/lib/errors";
import { collections, type UserDoc } from "./collections";
import { uniqueIds } from "./ids";
import { findAll, lookup } from "./page";
import { DUPLICATE_KEY, hasCode } from "./server-errors";

/** The fields of a user that lists of people need. */
const PERSON_FIELDS = { name: 1, image: 1, guest: 1 } as const;
export type PersonDoc = Pick<UserDoc, "_id" | "name" | "image" | "guest">;

/** The pipeline stage that loads people: those with an id in the field `ids`, as the list `as`. */
export const lookupPeople = (ids: string, as: string) =>
  lookup({ from: "users", localField: ids, foreignField: "_id", as }, [{ $project: PERSON_FIELDS }]);

/** The user with this id; null if there is none or the account was deleted. */
export async function getUser(id: ObjectId): Promise<UserDoc | null> {
  return (await collections()).users.findOne({ _id: id, deletedAt: null });
}

/** Name and picture of the existing users among the ids, in no order. */
export async function getPeople(ids: readonly ObjectId[]): Promise<PersonDoc[]> {
  if (ids.length === 0) return [];
  const { users } = await collections();
  return findAll(users, { _id: { $in: [...ids] } }, { projection: PERSON_FIELDS });
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** The names of people, for use in a sentence. @param most of several, the last of which are "3 others" */
export function listNames(people: readonly { name: string }[], most = Infinity): string {
  const names = people.map(({ name }) => name).sort();
  if (names.length <= most) return LIST.format(names);
  return LIST.format([...names.slice(0, most - 1), `${names.length - most + 1} others`]);
}

/** The user's name, for use in a sentence. */
export async function nameOf(id: ObjectId): Promise<string> {
  return (await getUser(id))?.name ?? "Someone";
}

/**
 * Locks these accounts for this transaction, so that none can be deleted, or claim a guest, concurrently (claims.ts).
 * @throws AppError "not-found" if one of them does not exist any more
 */
export async function lockUsers(ids: readonly ObjectId[], session: ClientSession): Promise<void> {
  const { users } = await collections();
  const unique = uniqueIds(ids);
  const there = { _id: { $in: unique }, deletedAt: null };
  const { matchedCount } = await users.updateMany(there, { $inc: { touched: 1 } }, { session });
  if (matchedCount < unique.length) throw notFound();
}

/**
 * The user with this email address, created if there is none. Two simultaneous first sign-ins create one user.
 * @param input.email any case; stored lower-case
 */
export async function findOrCreateUser(input: {
  email: string;
  name: string;
  image: string | null;
}): Promise<UserDoc> {
  const { users } = await collections();
  const email = input.email.toLowerCase();
  const user = await users.findOneAndUpdate(
    { email },
    {
      $setOnInsert: { _id: new ObjectId(), email, name: input.name, image: input.image, emailVerified: null },
    },
    { upsert: true, returnDocument: "after" },
  );
  if (!user) throw new Error("An upsert returned no document.");
  return user;
}

/**
 * Sets the name, the email address, and the picture if there is one. Signing in is how users change their own
 * (docs/rules.md#sign-in). Does not set an address that another user has. Ignores deleted accounts.
 * @param profile.email verified; any case, stored lower-case
 */
export async function updateProfile(
  id: ObjectId,
  { name, email, image }: { name: string; email: string; image: string | null },
): Promise<void> {
  const { users } = await collections();
  const set = (fields: Partial<UserDoc>) => users.updateOne({ _id: id, deletedAt: null }, { $set: fields });
  const fields = { name, ...(image && { image }) };
  try {
    await set({ ...fields, email: email.toLowerCase() });
  } catch (error) {
    if (!hasCode(error, DUPLICATE_KEY)) throw error;
    await set(fields);
  }
}

/** A new guest of a group. */
export function newGuest(groupId: ObjectId, name: string): UserDoc {
  return { _id: new ObjectId(), name, image: null, emailVerified: null, guest: groupId };
}

/** The guests among these people, in hex. */
export async function guestsAmong(ids: readonly ObjectId[], session: ClientSession): Promise<Set<string>> {
  const { users } = await collections();
  const these = { _id: { $in: [...ids] }, guest: { $exists: true } };
  const guests = await findAll(users, these, { session, projection: { _id: 1 } });
  return new Set(guests.map(({ _id }) => _id.toHexString()));
}

/** Refuses an action to guests. @throws AppError "forbidden" with this message */
export async function assertNoGuest(
  person: ObjectId,
  message: string,
  session: ClientSession,
): Promise<void> {
  if ((await guestsAmong([person], session)).size > 0) throw new AppError("forbidden", message);
}

/** Records that the user has seen the activity until a time; default: now, which is also the latest. */
export async function markActivitySeen(id: ObjectId, until?: Date): Promise<void> {
  const now = new Date();
  const activitySeenAt = until && until < now ? until : now;
  await (await collections()).users.updateOne({ _id: id }, { $max: { activitySeenAt } });
}

/**
 * Users whose email is `text` or starts with it (in any case), sorted by email, except `except`. The query is a cheap
 * range of the unique index, without a regular expression from user input.
 */
export async function searchByEmail(
  text: string,
  match: "whole" | "start",
  except: readonly ObjectId[],
  limit: number,
): Promise<UserDoc[]> {
  const { users } = await collections();
  const from = text.toLowerCase();
  const email = match === "whole" ? from : { $gte: from, $lt: `${from}\u{10FFFF}` };
  const found = { email, _id: { $nin: [...except] }, deletedAt: null };
  return findAll(users, found, { sort: { email: 1 }, limit });
}
