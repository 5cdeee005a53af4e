import "server-only";
import type { ClientSession, Document, ObjectId } from "mongodb";
import { AppError, notFound } from "@/lib/errors";
import { collections, withTransaction } from "./collections";

/** Identifies a request: user, method, path, and the client's key, plus a digest of the body. */
export type IdempotencyKey = { id: string; digest: string; user: ObjectId };

/** The groups to which a document belongs. */
type GroupsOf<T> = (document: T) => readonly ObjectId[];

export const ofItsGroup = ({ groupId }: { groupId: ObjectId }): ObjectId[] => [groupId];
export const ofNoGroup = (): ObjectId[] => [];

/**
 * Runs a transaction at most once per key (docs/rules.md#calls). The document that it creates or changes is stored with
 * the key in the same transaction. A retry gets the stored document, even if the original has since been changed or
 * deleted, but not after its user left one of the document's groups.
 * @param write returns the document, with ids only: names and pictures are not stored here. Without a key, this is an
 * ordinary transaction
 * @returns the document, written now or by the first request with this key
 * @throws AppError "not-found" if the user is no longer in the document's groups; "conflict" if the key was used with
 * another body
 */
export async function withIdempotency<T extends Document>(
  key: IdempotencyKey | undefined,
  groupsOf: GroupsOf<T>,
  write: (session: ClientSession) => Promise<T>,
): Promise<T> {
  if (!key) return withTransaction(write);
  const { idempotencyKeys } = await collections();
  try {
    return await withTransaction(async (session) => {
      const result = await write(session);
      const claim = { _id: key.id, digest: key.digest, result, createdAt: new Date() };
      await idempotencyKeys.insertOne(claim, { session });
      return result;
    });
  } catch (error) {
    // The same request came before, so this transaction was rolled back or refused.
    const first = await getResult(key, groupsOf);
    if (first) return first;
    throw error;
  }
}

async function getResult<T extends Document>(key: IdempotencyKey, groupsOf: GroupsOf<T>): Promise<T | null> {
  const { groups, idempotencyKeys } = await collections();
  const earlier = await idempotencyKeys.findOne({ _id: key.id });
  if (!earlier) return null;
  const ids = groupsOf(earlier.result as T);
  // Deleted groups count, because their members have not lost any right.
  const joined = await groups.countDocuments({ _id: { $in: [...ids] }, members: key.user });
  if (joined < ids.length) throw notFound();
  if (earlier.digest !== key.digest) {
    throw new AppError("conflict", "This was already saved, with different values.");
  }
  return earlier.result as T;
}
