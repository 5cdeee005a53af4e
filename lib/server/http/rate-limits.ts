import "server-only";
import type { MongoClient } from "mongodb";
import { RateLimiterMongo, RateLimiterRes } from "rate-limiter-flexible";
import { getDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { limitInMemory, refuse, type Limit } from "./memory-limits";
import type { LimitName, Operation } from "@/lib/contract/operation";

/** Limits per user, counted in the database across all servers (docs/rules.md#limits). */
const LIMITS = {
  search: { points: 30, duration: 60 },
  /** Searches that may match a part of an address; see {@link maySearchByStart}. */
  partialSearch: { points: 50, duration: 24 * 60 * 60 },
  friendRequest: { points: 20, duration: 60 * 60 },
  write: { points: 120, duration: 60 },
  export: { points: 20, duration: 60 * 60 },
  /** Writes of an API token: half of its user's, whom a script leaves the rest. */
  tokenWrite: { points: 60, duration: 60 },
} satisfies Record<string, Limit>;

type DatabaseLimitName = keyof typeof LIMITS;

const limiters = new WeakMap<MongoClient, Map<DatabaseLimitName, RateLimiterMongo>>();

async function limiterOf(name: DatabaseLimitName): Promise<RateLimiterMongo> {
  const { client, databaseName } = await getDb();
  const known = limiters.get(client) ?? new Map<DatabaseLimitName, RateLimiterMongo>();
  limiters.set(client, known);
  const limiter =
    known.get(name) ??
    new RateLimiterMongo({
      storeClient: client,
      dbName: databaseName,
      tableName: "rateLimits",
      // lib/db/indexes.ts creates the indexes at boot.
      disableIndexesCreation: true,
      keyPrefix: name,
      // A blocked user costs no more writes until the block ends.
      inMemoryBlockOnConsumed: LIMITS[name].points + 1,
      ...LIMITS[name],
    });
  known.set(name, limiter);
  return limiter;
}

/**
 * Counts one request of the user against a limit: reads and searches of expenses in this process's memory, everything
 * else in the database with one command.
 * @throws AppError "rate-limited", with Retry-After in seconds
 */
export async function limitRequest(name: LimitName, userId: string): Promise<void> {
  if (name === "read" || name === "expenseSearch") return limitInMemory(name, userId);
  return limitInDatabase(name, userId);
}

/** Counts one request with an API token, in addition to its user's limit. @throws AppError "rate-limited" */
export async function limitToken({ method }: Pick<Operation, "method">, tokenId: string): Promise<void> {
  return method === "GET" ? limitInMemory("tokenRead", tokenId) : limitInDatabase("tokenWrite", tokenId);
}

async function limitInDatabase(name: DatabaseLimitName, key: string): Promise<void> {
  if (env().RATE_LIMITS_OFF) return;
  await (await limiterOf(name)).consume(key).catch(refuse);
}

/**
 * Counts one search of the user and returns whether it may still match the start of an address. With unlimited prefix
 * searches, a user could collect the addresses that are shown masked.
 */
export async function maySearchByStart(userId: string): Promise<boolean> {
  if (env().RATE_LIMITS_OFF) return true;
  try {
    await (await limiterOf("partialSearch")).consume(userId);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}
