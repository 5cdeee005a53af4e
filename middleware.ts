import { NextResponse, type NextRequest } from "next/server";
import { pagePolicy } from "@/lib/http/content-security-policy";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { isGuardedScreen } from "@/lib/auth/guarded-paths";
import { countInMemory, countVisitor } from "@/lib/http/memory-limits";
import { requireSameOrigin } from "@/lib/http/same-origin";
import { plainPage } from "@/lib/http/plain-page";
import { readSession, renewSession } from "@/lib/auth/session-token";

// The signed-in guard of the screens (spec section 2). It reads the session cookie and asks no database: it sends
// people away early; the authorization is lib/access.ts, which every call goes through as well (lib/handler.ts).

export const config = {
  runtime: "nodejs",
  // Every screen, and whatever may turn out to be none; not the calls, and not the files that are there.
  matcher: [
    "/((?!api/|_next/static/|empty/|group-icons/|offline/|sw\\.js$|(?:sticker|icon)\\.svg$|(?:apple-)?icon[\\w-]*\\.png$|placeholder\\.jpg$|default-group-icon\\.png$|manifest\\.webmanifest$).*)",
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
  if (session) await countInMemory("read", session.sub);
  // Without a session the forms are those to sign in with.
  else await countVisitor(request.headers, reads ? "visitor" : "signIn");
  if (!reads) requireSameOrigin(request);
  if (!session && isGuardedScreen(request.nextUrl.pathname)) {
    return NextResponse.redirect(new URL("/", request.nextUrl));
  }
  const response = withSecurityPolicy(request);
  // Not beside a form, which may be the one that signs out.
  const cookie = session && reads && (await renewSession(request.cookies, session));
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
  // Next puts the nonce that it finds here on its own scripts; app/layout.tsx reads x-nonce for the theme's.
  headers.set("Content-Security-Policy", policy);
  headers.set("x-nonce", nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}
