import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { AppError } from "@/lib/errors";
import { withTransaction } from "./client";
import { collections } from "./collections";
import { DUPLICATE_KEY, hasCode } from "./server-errors";

/** What makes two requests the same one: user, operation, the client's key, and a digest of the body. */
export type OnceKey = { id: string; digest: string };

/**
 * Runs a creating transaction at most once for a key (design section 5). The key is claimed in the same
 * transaction, so that a creation and its key are there together or not at all.
 * @param resultId id of the thing that `create` makes
 * @returns the id of the thing made, now or by the first request with this key
 * @throws AppError "conflict" where the key came with another body before
 */
export async function createOnce(
  key: OnceKey | undefined,
  resultId: ObjectId,
  create: (session: ClientSession) => Promise<void>,
): Promise<ObjectId> {
  const { idempotencyKeys } = await collections();
  try {
    return await withTransaction(async (session) => {
      if (key) {
        const claim = { _id: key.id, digest: key.digest, resultId, createdAt: new Date() };
        await idempotencyKeys.insertOne(claim, { session });
      }
      await create(session);
      return resultId;
    });
  } catch (error) {
    if (!key || !hasCode(error, DUPLICATE_KEY)) throw error;
    const earlier = await idempotencyKeys.findOne({ _id: key.id });
    if (!earlier) throw error;
    if (earlier.digest !== key.digest) {
      throw new AppError("conflict", "This Idempotency-Key was used for another request.");
    }
    return earlier.resultId;
  }
}
