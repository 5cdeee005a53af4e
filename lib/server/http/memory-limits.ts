import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { clientAddress, networkOf } from "./client-address";
import { env } from "@/lib/env";
import { isNotFound, rateLimited } from "@/lib/errors";

// Rate limits of requests that write nothing, counted by each process so that a read costs no write. Not
// "server-only", because middleware.ts counts the screens.

export type Limit = {
  /** Requests … */
  points: number;
  /** … per this many seconds. */
  duration: number;
};

const LIMITS = {
  /** Screens and API reads of a user; screens that a session asks for, which may have ended. */
  read: { points: 600, duration: 60 },
  /** Reads of an API token: half of its user's, whom a script leaves the rest. */
  tokenRead: { points: 300, duration: 60 },
  /** Searches of expenses, as screens and API reads, of a user. */
  expenseSearch: { points: 60, duration: 60 },
  /** Statements with all rows, of a user: those of many people take a second and 100 MB. */
  wholeStatement: { points: 20, duration: 60 },
  /** All requests of an address without a session. */
  visitor: { points: 600, duration: 60 },
  /** Sign-in attempts of an address. */
  signIn: { points: 300, duration: 10 * 60 },
  /** Links that do not work, which an address asks for. Many people at one address have one that works. */
  deadLink: { points: 300, duration: 10 * 60 },
  /** Pictures of shared statements that an address asks for: drawing one takes a processor for a moment. */
  picture: { points: 30, duration: 60 },
} satisfies Record<string, Limit>;

type MemoryLimitName = keyof typeof LIMITS;

// Next.js loads modules more than once, so screens and operations share their counts on globalThis.
const store = globalThis as typeof globalThis & {
  evenlyLimits?: Partial<Record<MemoryLimitName, RateLimiterMemory>>;
};

/**
 * Counts one request against a limit of this process.
 * @param key the id of a user or a session, or an address
 * @throws AppError "rate-limited", with Retry-After in seconds
 */
export async function limitInMemory(name: MemoryLimitName, key: string): Promise<void> {
  if (env().RATE_LIMITS_OFF) return;
  await limiterOf(name).consume(key).catch(refuse);
}

function limiterOf(name: MemoryLimitName): RateLimiterMemory {
  const limiters = (store.evenlyLimits ??= {});
  return (limiters[name] ??= new RateLimiterMemory(LIMITS[name]));
}

/** Refuses a screen if its user has none left, without counting it. @throws AppError "rate-limited" */
export async function requireReadsLeft(userId: string): Promise<void> {
  if (env().RATE_LIMITS_OFF) return;
  const used = await limiterOf("read").get(userId);
  if (used && used.remainingPoints <= 0) refuse(used);
}

/** Counts a screen of a user, which is shown in any case. */
export async function countRead(userId: string): Promise<void> {
  if (!env().RATE_LIMITS_OFF) await limiterOf("read").penalty(userId);
}

/** Counts a request by its address, those of unknown addresses together. @throws AppError "rate-limited" */
export function limitVisitor(
  headers: Headers,
  name: "visitor" | "signIn" | "deadLink" | "picture" = "visitor",
): Promise<void> {
  return limitInMemory(name, networkOf(clientAddress(headers)));
}

/**
 * Awaits what needs the secret of a link. One that does not work counts for the address.
 * @throws AppError "rate-limited" in place of "not-found"; what `used` throws
 */
export async function limitDeadLinks<T>(headers: Headers, used: Promise<T>): Promise<T> {
  try {
    return await used;
  } catch (error) {
    if (isNotFound(error)) await limitVisitor(headers, "deadLink");
    throw error;
  }
}

/** Throws an AppError for a rejection by the limiter, and any other error unchanged. */
export function refuse(refusal: unknown): never {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  throw rateLimited(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
}

/** How many users, sessions, or addresses each limit of this process is counting. */
export function countKeys(): [MemoryLimitName, number][] {
  type Internals = { _memoryStorage?: { _storage?: Map<string, unknown> } };
  return Object.entries(store.evenlyLimits ?? {}).map(([name, limiter]) => [
    name as MemoryLimitName,
    // The package has no other way to tell.
    (limiter as unknown as Internals)._memoryStorage?._storage?.size ?? 0,
  ]);
}
