import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { AppError, ErrorCode } from "@/lib/errors";

/** The facts about the current request. Nothing in it was typed by a person. */
export type CurrentRequest = {
  id: string;
  method: string;
  /** The pattern of its path (lib/server/http/route-pattern.ts). */
  route: string;
  startedAt: number;
  /** The id of the signed-in user, once it is known. */
  user?: string;
  /** The id of its API token. */
  token?: string;
  /** The id of the only group that its API token reaches. */
  onlyGroup?: string;
  /** Why it was refused. */
  code?: ErrorCode;
  /** The ids that it names. */
  ids: string[];
  /** The database could not be used. */
  outage?: true;
  /** The error that the screen shows. */
  refusal?: Pick<AppError, "status" | "headers">;
};

type Observer = (request: CurrentRequest, status: number, seconds: number) => void;

// Next.js loads modules more than once, so what they share is on globalThis.
const store = globalThis as typeof globalThis & {
  evenlyRequests?: AsyncLocalStorage<CurrentRequest>;
  evenlyRequestObservers?: Map<string, Observer>;
};
const requests = (): AsyncLocalStorage<CurrentRequest> => (store.evenlyRequests ??= new AsyncLocalStorage());

/** The route of files, which are logged only at the level "debug". */
export const FILE_ROUTE = "(file)";

/** The header of the response that contains the request's id. */
export const REQUEST_ID = "X-Request-Id";

export function newRequest(method: string, route: string, path: string): CurrentRequest {
  const ids = path.match(/(?<=\/)[0-9a-f]{24}(?=\/|$)/gi) ?? [];
  return { id: randomUUID(), method, route, startedAt: performance.now(), ids };
}

/** Runs `handle`, in which {@link currentRequest} returns the request. */
export const inRequest = <T>(request: CurrentRequest, handle: () => T): T => requests().run(request, handle);

/** The request that is being handled; undefined outside of one. */
export const currentRequest = (): CurrentRequest | undefined => requests().getStore();

/** Adds facts to the current request, if there is one. */
export function note(
  facts: Pick<Partial<CurrentRequest>, "user" | "token" | "onlyGroup" | "code" | "outage" | "refusal">,
): void {
  Object.assign(currentRequest() ?? {}, facts);
}

/** Calls the observer at the end of each request. Replaces an earlier observer of this name. */
export function observeRequests(name: string, observer: Observer): void {
  (store.evenlyRequestObservers ??= new Map()).set(name, observer);
}

/** The status of a request whose client did not wait for the response. */
const CLIENT_CLOSED = 499;

/** Call it once, at the end of the request. @param status null if there was no response */
export function endRequest(request: CurrentRequest, status: number | null): void {
  const seconds = (performance.now() - request.startedAt) / 1000;
  for (const observer of store.evenlyRequestObservers?.values() ?? [])
    observer(request, status ?? CLIENT_CLOSED, seconds);
}
