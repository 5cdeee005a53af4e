import type { IncomingHttpHeaders } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { maxBodyBytesAt, methodsAt } from "./api-paths";
import { trustedAddress } from "./client-address";
import type { Env } from "@/lib/env";
import { AppError, RETRY_AFTER } from "@/lib/errors";
import { GUARD_HEADER, guardMark } from "./guard-mark";
import { plainPage } from "./plain-page";
import { SECURITY_HEADERS, securityHeaders } from "./security-headers";

// What is decided about every request before a screen or an operation handles it, on every host:
// lib/server/http/request-guard.ts applies it in front of Next.js, and middleware.ts where the server is the host's.

export type AskedRequest = {
  method: string;
  /** The path and the query, as received. */
  target: string;
  /** As received, with names in lower case. */
  headers: IncomingHttpHeaders;
  /** How many Host headers the request had, where the host tells. */
  hosts?: number;
  /** The address at the other end of the connection, where there is one. */
  peer?: string | undefined;
};

export type PlainResponse = { status: number; headers: Record<string, string>; body: string };

type RequestCheck =
  | { refusal: PlainResponse }
  | {
      refusal: null;
      /** Changes of the request's headers; undefined removes one. */
      request: Record<string, string | undefined>;
      /** Headers of the response, which middleware.ts may replace. */
      response: Readonly<Record<string, string>>;
    };

type Settings = Pick<
  Env,
  | "NODE_ENV"
  | "AUTH_TRUST_HOST"
  | "AUTH_URL"
  | "TRUSTED_PROXIES"
  | "proxiesCounted"
  | "serverless"
  | "missing"
>;

/** Decides whether a request is refused, and which headers it and its response get. */
export function checkRequest(asked: AskedRequest, settings: Settings): RequestCheck {
  const path = pathOf(asked.target);
  const origin = trustedOrigin(asked.headers, settings);
  const refused = problemOf(asked, path, settings, origin);
  if (refused) return { refusal: refusal(refused, path) };
  // Next.js returns 500 for a byte range outside a file. All files are small enough to be sent whole.
  const request = { ...trustedHeaders(asked, settings), ...origin, range: undefined };
  return { refusal: null, request, response: securityHeaders(path) };
}

/** The response to a refused request: JSON for the API and a page for screens, with all security headers. */
export function refusal(error: AppError, path: string): PlainResponse {
  const { status, headers, body } = isApiPath(path)
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
  const all: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...headers }))
    all[name.toLowerCase()] = value;
  return { status, headers: all, body };
}

/** True for paths of the API, which return JSON. */
export const isApiPath = (path: string) => path === "/api" || path.startsWith("/api/");

export const pathOf = (target: string) => target.split(/[?#]/, 1)[0]!;

function problemOf(
  { method, headers, hosts = 1 }: AskedRequest,
  path: string,
  settings: Settings,
  origin: TrustedOrigin,
) {
  const named = [headers.host, origin["x-forwarded-host"]];
  if (hosts > 1 || !named.every(isHost)) return new AppError("malformed-address");
  if (!path.startsWith("/") || !succeeds(() => decodeURIComponent(path)))
    return new AppError("malformed-address");
  // Next.js would answer 500.
  if (!succeeds(() => parseAndValidateFlightRouterState(headers["next-router-state-tree"])))
    return new AppError("malformed-address");
  // In development, Next.js posts browser errors to itself.
  if (settings.NODE_ENV === "development" && path.startsWith("/__nextjs")) return null;
  if (settings.missing && path !== LIVE) {
    return new AppError("unavailable", settings.missing, { headers: RETRY_AFTER });
  }
  const methods = isApiPath(path) ? methodsAt(path) : SCREEN_METHODS;
  if (!methods) return new AppError("not-found");
  if (!methods.includes(method)) {
    return new AppError("method-not-allowed", undefined, { headers: { Allow: methods.join(", ") } });
  }
  if (INTERNAL.test(path) && settings.NODE_ENV !== "development") return new AppError("not-found");
  return Number(headers["content-length"]) > maxBodyBytesAt(path, method) ? new AppError("too-large") : null;
}

/** It responds as long as the process runs, even if a setting is missing. */
const LIVE = "/api/live";

/** What Next.js also serves: its image optimizer, which would write files, and its own pages, such as for crashes. */
const INTERNAL = /^\/_(?!next\/static\/)/;

/** True for a host name or an address, with or without a port. A client of HTTP/1.0 need not send one. */
const isHost = (host: string | undefined) =>
  host === undefined || (/^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`));

/** True for paths of files, and of Next.js. */
export const isFile = (path: string) =>
  path.startsWith("/_next/") || path.slice(path.lastIndexOf("/")).includes(".");

/** Of screens and files: forms are posted to operations. */
const SCREEN_METHODS = ["GET", "HEAD"];

function succeeds(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

const FORWARDING = /^(x-forwarded|forwarded$|via$|x-real-ip$|x-client-ip$|true-client-ip$|cf-)/;

/** The headers that tell who sent the request: those of a trusted proxy, or none. Next.js fills in missing ones. */
function trustedHeaders(asked: AskedRequest, settings: Settings): Record<string, string | undefined> {
  const direct = !Object.keys(asked.headers).some((name) => FORWARDING.test(name));
  return {
    [GUARD_HEADER]: guardMark(direct),
    "x-forwarded-for": trustedAddress(asked.headers, asked, settings),
    "x-forwarded-port": trusted(asked.headers["x-forwarded-port"], settings),
  };
}

type TrustedOrigin = { "x-forwarded-host": string | undefined; "x-forwarded-proto": string | undefined };

/** X-Forwarded-Host and -Proto of a trusted proxy, or of AUTH_URL if the browser is there. */
export function trustedOrigin(
  headers: IncomingHttpHeaders,
  settings: Pick<Settings, "AUTH_TRUST_HOST" | "AUTH_URL">,
): TrustedOrigin {
  // A proxy may replace Host with its own name for this server. A page at a foreign name has another Origin.
  const own = settings.AUTH_URL ? new URL(settings.AUTH_URL) : null;
  if (own && headers.origin === own.origin) {
    return { "x-forwarded-host": own.host, "x-forwarded-proto": own.protocol.replace(":", "") };
  }
  return {
    "x-forwarded-host": trusted(headers["x-forwarded-host"], settings),
    "x-forwarded-proto": trusted(headers["x-forwarded-proto"], settings),
  };
}

/** In a chain, each proxy may append its own value; the browser's is the first. */
function trusted(
  value: string | string[] | undefined,
  { AUTH_TRUST_HOST }: Pick<Settings, "AUTH_TRUST_HOST">,
): string | undefined {
  return AUTH_TRUST_HOST ? /[^,\s]*/.exec(String(value ?? ""))?.[0] || undefined : undefined;
}
