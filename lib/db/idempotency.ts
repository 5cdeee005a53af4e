import "server-only";
import type { ClientSession, Document } from "mongodb";
import { AppError } from "@/lib/errors";
import { withTransaction } from "./client";
import { collections } from "./collections";

/** Identifies a request: user, method, path, and the client's key, plus a digest of the body. */
export type IdempotencyKey = { id: string; digest: string };

/**
 * Runs a transaction at most once per key (design section 5). The document that it creates or changes is stored with the
 * key in the same transaction. A retry gets the stored document, even if the original has since been changed or deleted.
 * @param write returns the document, ids only: names and pictures are not stored here. Without a key, it is an ordinary
 * transaction
 * @returns the document, written now or by the first request with this key
 * @throws AppError "conflict" if the key was used with another body
 */
export async function withIdempotency<T extends Document>(
  key: IdempotencyKey | undefined,
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
