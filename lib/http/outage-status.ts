import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { isOutage } from "@/lib/db/server-errors";
import { ERRORS, RETRY_AFTER } from "@/lib/errors";

// Next.js answers 500 when a screen or a form's action fails, and offers no way to choose another status.

type Handling = { outage: boolean };

// Next.js loads modules more than once, so what they share is on globalThis.
const store = globalThis as typeof globalThis & { evenlyHandling?: AsyncLocalStorage<Handling> };
const handlings = (): AsyncLocalStorage<Handling> => (store.evenlyHandling ??= new AsyncLocalStorage());

/** Handles a request. Its 500 becomes 503 with Retry-After if {@link noteOutage} is told of an outage. */
export function withOutageStatus(response: ServerResponse, handle: () => void): void {
  const handling: Handling = { outage: false };
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status !== 500 || !handling.outage) return writeHead(status, ...rest);
    for (const [name, value] of Object.entries(RETRY_AFTER)) response.setHeader(name, value);
    // Next.js sets the message of its status.
    response.statusMessage = "";
    return writeHead(ERRORS.unavailable.status, ...rest.filter((argument) => typeof argument !== "string"));
  };
  handlings().run(handling, handle);
}

/** Notes an error of the request that is being handled. */
export function noteOutage(error: unknown): void {
  const handling = handlings().getStore();
  if (handling && isOutage(error)) handling.outage = true;
}
