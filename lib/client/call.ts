import { GENERIC_MESSAGE } from "../core/text/generic-message";
import { ACTOR_HEADER } from "@/lib/core/account";
import type { ErrorBody, ErrorCode } from "@/lib/errors";
import type { ResponseOf, AnyInput, Endpoint, InputOf } from "./endpoints";
import { lastWrite, SESSION_ACTIVE_EVENT } from "./last-write";

// The browser's requests to the API. Every request of a screen goes through here.

/** Milliseconds until a request without a response counts as one without a connection. Slow ones take 20 seconds. */
const PATIENCE = 30_000;

/** Browsers refuse `keepalive` for more than 64 KiB. A character has at most 3 bytes. */
const MOST_KEPT_ALIVE = 20_000;

/** `network`: no response arrived, or not all of it, so it is unknown whether the operation was executed. */
type ApiErrorCode = ErrorCode | "network";

/** A failed request. `message` is user-facing. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    /** The HTTP status; 0 if no response arrived. */
    readonly status: number,
    readonly code: ApiErrorCode,
    /** Without it, `message` is {@link GENERIC_MESSAGE}. */
    readonly serverMessage: string | null,
    /** The problems of single fields of the body, by field name. */
    readonly fieldErrors: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(serverMessage ?? GENERIC_MESSAGE);
  }

  /** True if the session ended while the screen was open: the user has to sign in again. */
  get sessionExpired(): boolean {
    return this.status === 401;
  }
}

/** Fired at the window when a request was refused because the session has ended. */
export const SESSION_EXPIRED_EVENT = "sessionExpired";

/** Fired at the window when a change got no response, or a broken one. It may have been made. */
export const RESPONSE_LOST_EVENT = "answerLost";

/**
 * True if the request was refused because the screen is probably outdated. Refreshing it does not help if the session
 * has ended, after too many requests, in an outage, or on a connection so slow that the request did not arrive (408).
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status > 401 && error.status < 429 && error.status !== 408;
}

/** True if the API responded that it did nothing. A proxy may have responded instead of it, or after it. */
export function didNothing(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0 && error.status < 500 && error.code !== "internal";
}

/** True if the API did not respond: the connection failed, or a proxy says that the server is down. */
export function isUnreached(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.code === "network" || (error.code === "internal" && error.status >= 502 && error.status <= 504)
  );
}

/** The user-facing message of a failed request: the server's, or `fallback` if there is none. */
export function serverMessage(error: unknown, fallback = GENERIC_MESSAGE): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/**
 * Sends a request. The operation's name, such as "PUT /api/events/{eventId}", determines the types of input and
 * response (lib/contract).
 * @returns the response. Throws {@link ApiError}
 */
export const call = async <Name extends Endpoint>(
  name: Name,
  ...[input]: InputOf<Name>
): Promise<ResponseOf<Name>> => (await send(name, input)).json as ResponseOf<Name>;

/** The path of a request with its query. Also the SWR key of a read. */
export const pathOf = (name: Endpoint, { params, query }: AnyInput = {}): string =>
  name.split(" ")[1]!.replace(/{(\w+)}/g, (_, param: string) => params![param]!) +
  (query ? `?${new URLSearchParams(query as Record<string, string>)}` : "");

let actor: string | null = null;

/** Names the user of the screen in all further writes. Returns true if it was another user until now. */
export function actAs(userId: string): boolean {
  const changed = actor !== null && actor !== userId;
  actor = userId;
  return changed;
}

/** Announces writes to the browser's other tabs; null on the server. */
export const changes =
  typeof window === "undefined" || !("BroadcastChannel" in window)
    ? null
    : new BroadcastChannel("evenly:changes");

/** The writes of this tab that have no response yet, and when the latest one got it. */
let unanswered = 0;
let answeredAt = -Infinity;

/** Milliseconds since the response to this tab's latest write; 0 while one is pending. The clock may be set back. */
export const sinceOwnWrite = (): number => (unanswered > 0 ? 0 : Math.abs(Date.now() - answeredAt));

/** A unique key. `crypto.randomUUID` is missing if the page was not loaded over https. */
export function newIdempotencyKey(): string {
  return crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((key, byte) => key + (byte + 256).toString(16).slice(1), "");
}

type Sent = { json: unknown; headers: Headers };

/** What `call` and `callPage` do. */
export async function send(name: Endpoint, input: AnyInput = {}): Promise<Sent> {
  if (name.startsWith("GET ")) return exchange(name, input);
  unanswered += 1;
  lastWrite.saved = false;
  try {
    return await exchange(name, input);
  } finally {
    unanswered -= 1;
    answeredAt = Date.now();
  }
}

async function exchange(name: Endpoint, input: AnyInput): Promise<Sent> {
  const { body, idempotencyKey } = input;
  const method = name.split(" ")[0]!;
  const writes = method !== "GET";
  const path = pathOf(name, input);
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body) headers["Content-Type"] = "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  if (actor && writes) headers[ACTOR_HEADER] = actor;

  const sent = JSON.stringify(body);
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      headers,
      cache: "no-store",
      // A change that the screen shows already must not be lost if the user closes it now.
      keepalive: writes && (sent?.length ?? 0) <= MOST_KEPT_ALIVE,
      body: sent,
      signal: AbortSignal.timeout(PATIENCE),
    });
    text = await response.text();
  } catch {
    throw lost(writes, 0, "network");
  }

  const { status } = response;
  const json = parsed(text) as Partial<ErrorBody> | null | undefined;
  if (status === 401) announce(SESSION_EXPIRED_EVENT);
  // Other error responses, such as a proxy's, are not for people.
  const refusal = json?.success === false && json;
  if (!response.ok || refusal) {
    const { code, error, fieldErrors } = refusal || {};
    // When the server failed, the screen's own message says more (docs/rules.md#messages).
    const message = (status < 500 && error) || null;
    throw new ApiError(status, code ?? (status === 429 ? "rate-limited" : "internal"), message, fieldErrors);
  }
  // A successful response that is not JSON does not come from the API, but from a captive portal, for example.
  if (json === undefined) throw lost(writes, status, "internal");
  if (writes) {
    lastWrite.saved = true;
    changes?.postMessage(path);
  }
  announce(SESSION_ACTIVE_EVENT);
  return { json, headers: response.headers };
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lost(writes: boolean, status: number, code: ApiErrorCode): ApiError {
  if (writes) announce(RESPONSE_LOST_EVENT);
  return new ApiError(status, code, null);
}

function announce(event: string): void {
  if (typeof window !== "undefined") window.dispatchEvent(new Event(event));
}
