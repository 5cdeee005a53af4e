import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { notFound } from "@/lib/errors";
import { collections, type UserDoc } from "./collections";

/** What a list of people shows of a user. */
export const PERSON_FIELDS = { name: 1, image: 1 } as const;
export type PersonDoc = Pick<UserDoc, "_id" | "name" | "image">;

/** The user with this id, or null, also where the account was deleted. */
export async function getUser(id: ObjectId): Promise<UserDoc | null> {
  return (await collections()).users.findOne({ _id: id, deletedAt: null });
}

/** Name and picture of each of the users, those that exist, by id in hex. */
export async function getPeople(ids: readonly ObjectId[]): Promise<Map<string, PersonDoc>> {
  if (ids.length === 0) return new Map();
  const { users } = await collections();
  const found = await users
    .find<PersonDoc>({ _id: { $in: [...ids] } }, { projection: PERSON_FIELDS })
    .toArray();
  return new Map(found.map((person) => [person._id.toHexString(), person]));
}

/** The user's name, for a sentence about them. */
export async function nameOf(id: ObjectId): Promise<string> {
  return (await getUser(id))?.name ?? "Somebody";
}

/** Locks these accounts for this transaction, so that none can be deleted concurrently. @throws AppError "not-found" */
export async function lockUsers(ids: readonly ObjectId[], session: ClientSession): Promise<void> {
  const { users } = await collections();
  const these = { _id: { $in: [...ids] } };
  await users.updateMany(these, { $inc: { touched: 1 } }, { session });
  if (await users.findOne({ ...these, deletedAt: { $ne: null } }, { session })) throw notFound();
}

/**
 * The user with this email address, made now if there is none. Two first sign-ins at once make one user.
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
  if (!user) throw new Error("An upsert answered no document.");
  return user;
}

/**
 * Sets the name, and the picture where there is one: signing in is how one changes one's own (design section 4).
 * Nothing of a deleted account.
 */
export async function updateProfile(
  id: ObjectId,
  { name, image }: { name: string; image: string | null },
): Promise<void> {
  const { users } = await collections();
  await users.updateOne({ _id: id, deletedAt: null }, { $set: { name, ...(image && { image }) } });
}

/** Remembers that the person has seen what others have done. */
export async function markActivitySeen(id: ObjectId, at: Date = new Date()): Promise<void> {
  await (await collections()).users.updateOne({ _id: id }, { $set: { activitySeenAt: at } });
}

/**
 * Users whose email is `text`, or starts with it (any case), sorted by email, without those of `except`.
 * The range on the unique index keeps it cheap, and needs no regular expression made of what people type.
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
  return users
    .find({ email, _id: { $nin: [...except] }, deletedAt: null })
    .sort({ email: 1 })
    .limit(limit)
    .toArray();
}
