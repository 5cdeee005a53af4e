import type { Page } from "@/lib/core/page";
import { GENERIC_MESSAGE, type ErrorCode } from "@/lib/errors";

// The browser's side of the API: everything a screen sends goes through here.

export { GENERIC_MESSAGE };

/** `network`: no answer arrived, so nobody knows whether the call was carried out. */
export type ApiErrorCode = ErrorCode | "network";

/** A call that failed. `message` may be shown to people as it is. */
export class ApiError extends Error {
  /** The HTTP status; 0 when no answer arrived. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** What is wrong with single fields of the body, by field name; empty where nothing is said of fields. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** Whether the server gave `message`; otherwise it is {@link GENERIC_MESSAGE}. */
  readonly hasServerMessage: boolean;
  /** The whole body of the answer, for what a code says beyond the text. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string | null,
    fieldErrors: Readonly<Record<string, readonly string[]>> = {},
    body: Readonly<Record<string, unknown>> = {},
  ) {
    super(message ?? GENERIC_MESSAGE);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.hasServerMessage = message !== null;
    this.body = body;
  }

  /** The session ended while the screen was open: the person has to sign in again before the call can work. */
  get sessionExpired(): boolean {
    return this.status === 401;
  }

  /** The first problem of a field, as it shall stand beside it; undefined when there is none. */
  fieldError(field: string): string | undefined {
    return this.fieldErrors[field]?.[0];
  }
}

/** Fired at the window when a call was refused because nobody is signed in any more. */
export const SESSION_EXPIRED_EVENT = "sessionExpired";

/** What a failed call tells people: the server's own words, or `fallback` where it gave none. */
export function serverMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasServerMessage ? error.message : fallback;
}

export type CallOptions = {
  /** For calls that create: a retry with the same key creates nothing new. See {@link newIdempotencyKey}. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * The calls of the API. Each answers the parsed JSON (the shapes of lib/schemas/answers) and throws
 * {@link ApiError}; an aborted call throws the AbortError of fetch.
 */
export const api = {
  get: async <T>(path: string, options?: CallOptions): Promise<T> =>
    (await call("GET", path, undefined, options)).json as T,

  post: async <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    (await call("POST", path, body, options)).json as T,

  put: async <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    (await call("PUT", path, body, options)).json as T,

  delete: async <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    (await call("DELETE", path, body, options)).json as T,

  getPage: async <Row>(path: string, options?: CallOptions): Promise<Page<Row>> => {
    const { json, headers } = await call("GET", path, undefined, options);
    return { rows: json as Row[], nextCursor: headers.get("x-next-cursor") };
  },
};

/** Announces writes to the browser's other tabs; null on the server. */
export const changes =
  typeof window === "undefined" || !("BroadcastChannel" in window)
    ? null
    : new BroadcastChannel("evenly:changes");

/** A key that nobody else uses. `crypto.randomUUID` is missing where the page was not loaded over https. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function call(
  method: string,
  path: string,
  body: unknown,
  { idempotencyKey, signal }: CallOptions = {},
): Promise<{ json: unknown; headers: Headers }> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;

  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      cache: "no-store",
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "network", null);
  }

  const json = await readJson(response, signal);
  if (response.status === 401 && typeof window !== "undefined") {
    window.dispatchEvent(new Event(SESSION_EXPIRED_EVENT));
  }
  if (!response.ok) throw toApiError(response.status, json);
  // An answer without JSON where all is well cannot come from the API (a captive portal's page, say).
  if (json === undefined) throw new ApiError(response.status, "internal", null);
  if (method !== "GET") changes?.postMessage(path);
  return { json, headers: response.headers };
}

/** The body, or undefined when it is not JSON. */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

function toApiError(status: number, json: unknown): ApiError {
  const body = isRecord(json) ? json : {};
  const text = [body["error"], body["message"]].find((value) => typeof value === "string" && value !== "");
  return new ApiError(
    status,
    typeof body["code"] === "string" ? (body["code"] as ErrorCode) : codeOf(status),
    (text as string | undefined) ?? null,
    readFieldErrors(body["fieldErrors"]),
    body,
  );
}

/** The code of an answer without one, for example from a proxy. */
const codeOf = (status: number): ErrorCode => (status === 429 ? "rate-limited" : "internal");

function readFieldErrors(value: unknown): Record<string, string[]> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].every((text) => typeof text === "string"),
    ),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
