import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { methodsAt } from "./api-paths";
import { trustedAddress } from "./client-address";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { plainPage } from "./plain-page";
import { SCRIPT_HEADERS, SECURITY_HEADERS, securityHeaders, VALIDATORS } from "./security-headers";

// Runs between Node's HTTP server and Next.js. Refuses requests that no screen and no call can handle before
// buffering any of them, and removes request headers that cannot be trusted.

/** The maximum size of a body in bytes (design section 5). */
export const MAX_BODY_BYTES = 64 * 1024;

/** A request has to arrive within this time: its headers, and all of it. */
const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000 };

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Adds the checks to a server. Call it once for each server. */
export function guardServer(server: Server, { headersMs, requestMs } = TIMEOUTS): void {
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  const listeners = server.listeners("request") as Listener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const refusal = refusalOf(request);
    const headers = refusal ? SECURITY_HEADERS : securityHeaders(pathOf(request));
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (refusal) return refuse(request, response, refusal);
    if (headers === SCRIPT_HEADERS) omitHeaders(VALIDATORS, response);
    sanitizeForwardedHeaders(request);
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** Removes these headers when the response is sent. */
function omitHeaders(names: readonly string[], response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    for (const name of names) response.removeHeader(name);
    return writeHead(...args);
  };
}

const isCall = (path: string) => path === "/api" || path.startsWith("/api/");
const pathOf = ({ url = "/" }: IncomingMessage) => url.split(/[?#]/, 1)[0]!;

function refusalOf(request: IncomingMessage): AppError | null {
  const path = pathOf(request);
  if (!path.startsWith("/") || !isDecodable(path)) return new AppError("malformed-address");
  const methods = isCall(path) ? methodsAt(path) : methodsOfScreen(path);
  if (!methods) return new AppError("not-found");
  if (!methods.includes(request.method ?? "")) {
    return new AppError("method-not-allowed", undefined, { headers: { Allow: methods.join(", ") } });
  }
  return Number(request.headers["content-length"]) > maxBytes(path) ? new AppError("too-large") : null;
}

/** Forms post to the path of their screen; a path with a dot is a file and accepts no body. */
function methodsOfScreen(path: string): string[] {
  const file = path.startsWith("/_next/") || path.slice(path.lastIndexOf("/")).includes(".");
  return file ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"];
}

/** In development, Next.js posts browser errors to itself. */
function maxBytes(path: string): number {
  return env().NODE_ENV === "development" && path.startsWith("/__nextjs") ? Infinity : MAX_BODY_BYTES;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Answers JSON to a call and HTML to a screen. Node.js reads and drops the rest of the body. */
function refuse(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const answer = isCall(pathOf(request))
    ? {
        status: error.status,
        headers: {
          ...error.headers,
          "Content-Type": "application/json",
          "Cache-Control": "private, no-store",
        },
        body: JSON.stringify(error.toBody()),
      }
    : plainPage(error);
  const length = { "Content-Length": Buffer.byteLength(answer.body) };
  response.writeHead(answer.status, { ...answer.headers, ...length }).end(answer.body);
}

/**
 * Removes X-Forwarded-* headers unless a trusted proxy set them. Next.js fills in the missing ones, and compares
 * X-Forwarded-Host with the Origin of a form.
 */
function sanitizeForwardedHeaders({ headers, socket }: IncomingMessage): void {
  const { AUTH_TRUST_HOST, AUTH_URL, TRUSTED_PROXIES } = env();
  const forwarded = headers["x-forwarded-for"];
  headers["x-forwarded-for"] = trustedAddress(
    Array.isArray(forwarded) ? forwarded.join() : forwarded,
    socket.remoteAddress,
    TRUSTED_PROXIES,
  );
  for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"]) {
    // In a chain, each proxy may append its own value; the browser's is the first.
    const first = AUTH_TRUST_HOST && /[^,\s]*/.exec(String(headers[name] ?? ""))?.[0];
    if (first) headers[name] = first;
    else delete headers[name];
  }
  // A proxy may replace Host with its own name for this server. A page at a foreign name has another Origin.
  const own = AUTH_URL ? new URL(AUTH_URL) : null;
  if (own && headers.origin === own.origin) {
    headers["x-forwarded-host"] = own.host;
    headers["x-forwarded-proto"] = own.protocol.replace(":", "");
  }
}
