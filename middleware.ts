import { NextResponse, type NextRequest } from "next/server";
import { sectionOf } from "@/lib/core/sections";
import { pagePolicy } from "@/lib/http/content-security-policy";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { limitInMemory, limitVisitor } from "@/lib/http/memory-limits";
import { requireSameOrigin } from "@/lib/http/same-origin";
import { plainPage } from "@/lib/http/plain-page";
import { readSession, renewSession } from "@/lib/auth/session-token";

// The signed-in guard of the screens (spec section 2). It reads the session cookie but no database, and redirects
// early. The authorization is lib/access.ts, which every call uses too (lib/handler.ts).

export const config = {
  runtime: "nodejs",
  // Every screen and every unknown path; not the API, and not existing files.
  matcher: [
    "/((?!api/|_next/static/|empty/|group-icons/|offline/|seesaw/|sw\\.js$|(?:sticker|icon)\\.svg$|(?:apple-)?icon[\\w-]*\\.png$|placeholder\\.jpg$|default-group-icon\\.png$|manifest\\.webmanifest$).*)",
  ],
};

export default async function middleware(request: NextRequest): Promise<Response> {
  try {
    return await guard(request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { body, ...init } = plainPage(error);
    return new Response(body, init);
  }
}

async function guard(request: NextRequest): Promise<Response> {
  const session = await readSession(request.cookies);
  const reads = request.method === "GET" || request.method === "HEAD";
  if (session) await limitInMemory("read", session.sub);
  // Without a session, the only forms are the sign-in forms.
  else await limitVisitor(request.headers, reads ? "visitor" : "signIn");
  if (!reads) requireSameOrigin(request);
  if (!session && sectionOf(request.nextUrl.pathname)) {
    return NextResponse.redirect(new URL("/", request.nextUrl));
  }
  const response = withSecurityPolicy(request);
  // Not for a form request, which may be the one that signs out.
  const cookie = session && reads && (await renewSession(session));
  if (cookie) response.cookies.set(cookie);
  return response;
}

function withSecurityPolicy(request: NextRequest): NextResponse {
  const { NODE_ENV, AUTH_GOOGLE_ID, AUTH_GOOGLE_ISSUER, PICTURE_HOSTS } = env();
  const nonce = btoa(crypto.randomUUID());
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
  return response;
}
