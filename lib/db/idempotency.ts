import "server-only";
import type { ClientSession, Document } from "mongodb";
import { AppError } from "@/lib/errors";
import { withTransaction } from "./client";
import { collections } from "./collections";

/** What makes two requests the same one: user, method, path and the client's key, and a digest of the body. */
export type IdempotencyKey = { id: string; digest: string };

/**
 * Runs a creating transaction at most once for a key (design section 5). What it made is kept with the key, in the
 * same transaction: a repetition gets it as it was, even where it has been changed or deleted since.
 * @param create answers the document that it made, ids only: names and pictures are not copied here
 * @returns the document, made now or by the first request with this key
 * @throws AppError "conflict" where the key came with another body before
 */
export async function withIdempotency<T extends Document>(
  key: IdempotencyKey | undefined,
  create: (session: ClientSession) => Promise<T>,
): Promise<T> {
  if (!key) return withTransaction(create);
  const { idempotencyKeys } = await collections();
  try {
    return await withTransaction(async (session) => {
      const result = await create(session);
      const claim = { _id: key.id, digest: key.digest, result, createdAt: new Date() };
      await idempotencyKeys.insertOne(claim, { session });
      return result;
    });
  } catch (error) {
    // The same request came before: what this one made is undone, or could not be made any more.
    const first = await getResult<T>(key);
    if (first) return first;
    throw error;
  }
}

async function getResult<T extends Document>(key: IdempotencyKey): Promise<T | null> {
  const { idempotencyKeys } = await collections();
  const earlier = await idempotencyKeys.findOne({ _id: key.id });
  if (!earlier) return null;
  if (earlier.digest !== key.digest) {
    throw new AppError("conflict", "This Idempotency-Key was used for another request.");
  }
  return earlier.result as T;
}
