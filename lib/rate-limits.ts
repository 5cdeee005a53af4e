import "server-only";
import { RateLimiterMongo, RateLimiterRes } from "rate-limiter-flexible";
import { getClient, getDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { LimitName } from "@/lib/schemas/operations";

/** Requests per user: `points` in each `duration` of seconds (design section 5). All limits are here. */
export const LIMITS: Record<LimitName, { points: number; duration: number }> = {
  read: { points: 600, duration: 60 },
  search: { points: 30, duration: 60 },
  friendRequest: { points: 20, duration: 60 * 60 },
  write: { points: 120, duration: 60 },
  export: { points: 20, duration: 60 * 60 },
};

async function limiter(name: LimitName): Promise<RateLimiterMongo> {
  const db = await getDb();
  return new RateLimiterMongo({
    storeClient: await getClient(),
    dbName: db.databaseName,
    tableName: "rateLimits",
    // lib/db/indexes.ts makes them at boot, with all others.
    disableIndexesCreation: true,
    keyPrefix: name,
    ...LIMITS[name],
  });
}

/**
 * Counts one request of the user against a limit. One database command.
 * @throws AppError "rate-limited", with Retry-After in seconds
 */
export async function countRequest(name: LimitName, userId: string): Promise<void> {
  if (env().RATE_LIMITS_OFF) return;
  try {
    await (await limiter(name)).consume(userId);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError("rate-limited", undefined, { headers: { "Retry-After": String(seconds) } });
  }
}
