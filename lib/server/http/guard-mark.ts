import { randomUUID } from "node:crypto";

// The header with which the guard marks a request that passed it in this process. It contains a secret of the
// process, so that no client can send it. Whoever reads a forwarded header of a request without the mark applies the
// rules to it (lib/server/http/request-rules.ts).

export const GUARD_HEADER = "evenly-guard";

// Next.js loads modules more than once.
const store = globalThis as typeof globalThis & { evenlyGuardMark?: string };
const secret = (store.evenlyGuardMark ??= randomUUID());

/** @param direct no proxy forwarded the request */
export const guardMark = (direct: boolean) => `${secret} ${direct ? "direct" : "forwarded"}`;

/** Whether the request passed the guard: its forwarded headers can be trusted. */
export function isGuarded(headers: Headers): boolean {
  return headers.get(GUARD_HEADER)?.startsWith(`${secret} `) ?? false;
}

/** Whether the request is known to come from the other end of the connection, and not through a proxy. */
export function isDirect(headers: Headers): boolean {
  return headers.get(GUARD_HEADER) === guardMark(true);
}
