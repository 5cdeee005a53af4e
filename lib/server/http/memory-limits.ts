import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { clientAddress, networkOf } from "./client-address";
import { env } from "@/lib/server/env";
import { AppError } from "@/lib/server/errors";

// Rate limits of requests that write nothing, counted by each process so that a read costs no write. Not
// "server-only", because middleware.ts counts the screens.

export type Limit = {
  /** Requests … */
  points: number;
  /** … per this many seconds. */
  duration: number;
};

const LIMITS = {
  /** Screens and reading calls of a user. */
  read: { points: 600, duration: 60 },
  /** All requests of an address without a session. */
  visitor: { points: 600, duration: 60 },
  /** Sign-in attempts of an address. */
  signIn: { points: 300, duration: 10 * 60 },
  /** Invite links that an address asks for. */
  link: { points: 300, duration: 10 * 60 },
  /** Sessions of guests that an address begins. */
  guest: { points: 30, duration: 60 * 60 },
} satisfies Record<string, Limit>;

type MemoryLimitName = keyof typeof LIMITS;

// Next.js loads modules more than once, so screens and calls share their counts on globalThis.
const store = globalThis as typeof globalThis & {
  evenlyLimits?: Partial<Record<MemoryLimitName, RateLimiterMemory>>;
};

/**
 * Counts one request against a limit of this process.
 * @param key a user's id, or an address
 * @throws AppError "rate-limited", with Retry-After in seconds
 */
export async function limitInMemory(name: MemoryLimitName, key: string): Promise<void> {
  if (env().RATE_LIMITS_OFF) return;
  const limiters = (store.evenlyLimits ??= {});
  const limiter = (limiters[name] ??= new RateLimiterMemory(LIMITS[name]));
  await limiter.consume(key).catch(refuse);
}

/** Counts a request by its address, those of unknown addresses together. @throws AppError "rate-limited" */
export function limitVisitor(
  headers: Headers,
  name: "visitor" | "signIn" | "link" | "guest" = "visitor",
): Promise<void> {
  return limitInMemory(name, networkOf(clientAddress(headers)));
}

/** Throws an AppError for a rejection by the limiter, and any other error unchanged. */
export function refuse(refusal: unknown): never {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  throw new AppError("rate-limited", undefined, { headers: { "Retry-After": String(seconds) } });
}

/** How many users or addresses each limit of this process is counting. */
export function countKeys(): [MemoryLimitName, number][] {
  type Internals = { _memoryStorage?: { _storage?: Map<string, unknown> } };
  return Object.entries(store.evenlyLimits ?? {}).map(([name, limiter]) => [
    name as MemoryLimitName,
    // The package has no other way to tell.
    (limiter as unknown as Internals)._memoryStorage?._storage?.size ?? 0,
  ]);
}
