import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { methodsAt } from "./api-paths";
import { trustedAddress } from "./client-address";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { plainPage } from "./plain-page";
import { SCRIPT_HEADERS, SECURITY_HEADERS, securityHeaders, VALIDATORS } from "./security-headers";

// What stands between Node's HTTP server and Next.js: refuses what no screen and no call can do anything with, before
// anything of it is kept, and settles which of a request's headers can be believed.

/** A body may have at most this many bytes (design section 5). */
export const MAX_BODY_BYTES = 64 * 1024;

/** A request has to be here within this time: its headers, and all of it. */
const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000 };

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Puts the checks in front of what the server does with its requests. To be called once for each server. */
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
    if (headers === SCRIPT_HEADERS) leaveOut(VALIDATORS, response);
    settleForwarding(request);
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** Headers that are set by then are not sent. */
function leaveOut(names: readonly string[], response: ServerResponse): void {
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
  if (!path.startsWith("/") || !decodes(path)) return new AppError("malformed-address");
  const methods = isCall(path) ? methodsAt(path) : methodsOfScreen(path);
  if (!methods) return new AppError("not-found");
  if (!methods.includes(request.method ?? "")) {
    return new AppError("method-not-allowed", undefined, { headers: { Allow: methods.join(", ") } });
  }
  return Number(request.headers["content-length"]) > maxBytes(path) ? new AppError("too-large") : null;
}

/** Forms send to the address of their screen; a file's name has a dot, and takes nothing. */
function methodsOfScreen(path: string): string[] {
  return path.startsWith("/_next/") || /\.[^/]*$/.test(path) ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"];
}

/** While developing, Next.js sends itself what went wrong in the browser. */
function maxBytes(path: string): number {
  return env().NODE_ENV === "development" && path.startsWith("/__nextjs") ? Infinity : MAX_BODY_BYTES;
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** JSON for a call, a page for a screen. What still comes of the body, Node.js reads and drops. */
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

/** Leaves of X-Forwarded-* only what a trusted proxy has put there; Next.js fills in what is missing. */
function settleForwarding({ headers, socket }: IncomingMessage): void {
  const { AUTH_TRUST_HOST, TRUSTED_PROXIES } = env();
  const forwarded = headers["x-forwarded-for"];
  headers["x-forwarded-for"] = trustedAddress(
    Array.isArray(forwarded) ? forwarded.join() : forwarded,
    socket.remoteAddress,
    TRUSTED_PROXIES,
  );
  if (AUTH_TRUST_HOST) return;
  for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"]) delete headers[name];
}
