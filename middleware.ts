import { NextResponse, type NextRequest } from "next/server";
import { PERSON_HEADER } from "@/lib/core/account";
import { isKeptPath, sectionOf } from "@/lib/paths";
import { isLinkPath } from "@/lib/link-paths";
import { pagePolicy } from "@/lib/server/http/content-security-policy";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { requireDatabase } from "@/lib/server/http/database-notice";
import { isGuarded } from "@/lib/server/http/guard-mark";
import { limitInMemory, limitVisitor, requireReadsLeft } from "@/lib/server/http/memory-limits";
import { isApiPath, checkRequest, refusal, type PlainResponse } from "@/lib/server/http/request-rules";
import { SECURITY_HEADERS, STRICT_TRANSPORT, strictTransport } from "@/lib/server/http/security-headers";
import { readSession, renewSession, sessionCookie, type Session } from "@/lib/auth/session-token";

// The signed-in guard of the screens (docs/rules.md#screens). It reads the session cookie but no database, and
// redirects early. The authorization is lib/server/access.ts, which every operation uses, too (lib/server/handler.ts).
// On hosts where no guard runs in front of Next.js, it applies the rules of all requests
// (lib/server/http/request-rules.ts).

export const config = {
  runtime: "nodejs",
  matcher: [
    // Every screen and every unknown path; not the API, and not existing files.
    "/((?!api/|_next/static/|empty/|group-icons/|seesaw/|sw\\.js$|(?:sticker|icon)\\.svg$|favicon\\.ico$|(?:apple-)?icon[\\w-]*\\.png$|placeholder\\.jpg$|default-group-icon\\.png$|manifest\\.webmanifest$).*)",
    // API requests that have not passed the guard (GUARD_HEADER). Forging it only changes the error text.
    { source: "/api/:path*", missing: [{ type: "header", key: "evenly-guard" }] },
  ],
};

export default async function middleware(request: NextRequest): Promise<Response> {
  try {
    const refused = isGuarded(request.headers) ? null : refusalOf(request);
    if (refused) return respond(refused);
    return isApiPath(request.nextUrl.pathname) ? NextResponse.next() : await guard(request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return respond(refusal(error, request.nextUrl.pathname));
  }
}

function refusalOf({ method, nextUrl, headers }: NextRequest): PlainResponse | null {
  const target = `${nextUrl.pathname}${nextUrl.search}`;
  return checkRequest({ method, target, headers: Object.fromEntries(headers) }, env()).refusal;
}

const respond = ({ body, ...init }: PlainResponse) => new Response(body, init);

async function guard(request: NextRequest): Promise<Response> {
  const session = await readSession(request.cookies, sessionCookie(request.headers));
  if (session) await limitScreens(session);
  else await limitVisitor(request.headers);
  if (!session && sectionOf(request.nextUrl.pathname)) {
    return NextResponse.redirect(new URL("/", request.nextUrl), { headers: SECURITY_HEADERS });
  }
  if (session || isLinkPath(request.nextUrl.pathname)) await requireDatabase();
  const response = withSecurityPolicy(request);
  const cookie = session && (await renewSession(session));
  if (cookie) response.cookies.set(cookie);
  if (session && isKeptPath(request.nextUrl.pathname)) response.headers.set(PERSON_HEADER, session.sub);
  return response;
}

/**
 * Counts a screen for its session only, which may have ended: otherwise, whoever has its cookie could use up the limit of
 * its user. Once the database has confirmed the session, the screen counts for the user.
 */
async function limitScreens({ sid, sub }: Session): Promise<void> {
  await limitInMemory("read", sid);
  await requireReadsLeft(sub);
}

function withSecurityPolicy(request: NextRequest): NextResponse {
  const { NODE_ENV, AUTH_GOOGLE_ID, AUTH_GOOGLE_ISSUER, PICTURE_HOSTS } = env();
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const policy = pagePolicy({
    nonce,
    development: NODE_ENV === "development",
    signInOrigin: AUTH_GOOGLE_ID && new URL(AUTH_GOOGLE_ISSUER).origin,
    pictureHosts: PICTURE_HOSTS,
  });
  const headers = new Headers(request.headers);
  // Next.js adds this nonce to its own scripts; app/layout.tsx reads x-nonce for the theme script.
  headers.set("Content-Security-Policy", policy);
  headers.set("x-nonce", nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set(STRICT_TRANSPORT, strictTransport());
  return response;
}
