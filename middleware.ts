import { getToken } from "next-auth/jwt";
import { NextResponse, type NextRequest } from "next/server";
import { contentSecurityPolicy } from "@/lib/content-security-policy";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { isGuardedCall, isGuardedScreen } from "@/lib/guarded-paths";
import { authSecret } from "@/lib/secret";
import { sessionUserOf } from "@/lib/session-user";

// The signed-in guard (spec section 2). It reads the session cookie only and asks no database:
// it is there to turn people round early, the authorization is lib/access.ts.

export const config = {
  runtime: "nodejs",
  // Everything but the build's own files and the plain files of public/.
  matcher: [
    "/((?!_next/static|_next/image|.*\\.(?:svg|png|jpg|ico|webp|woff2|webmanifest|txt)$).*)",
    "/api/:path*",
  ],
};

export default async function middleware(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  const isCall = isGuardedCall(pathname);
  if ((isCall || isGuardedScreen(pathname)) && !(await hasSession(request))) {
    return isCall ? refuseCall() : NextResponse.redirect(new URL("/", request.nextUrl));
  }
  return withSecurityPolicy(request);
}

async function hasSession(request: NextRequest): Promise<boolean> {
  const secureCookie = request.cookies.getAll().some(({ name }) => name.startsWith("__Secure-authjs."));
  const token = await getToken({ req: request, secret: authSecret(), secureCookie });
  return sessionUserOf(token) !== null;
}

function refuseCall(): Response {
  const error = new AppError("unauthenticated");
  return Response.json(error.toBody(), { status: error.status, headers: { "Cache-Control": "no-store" } });
}

function withSecurityPolicy(request: NextRequest): Response {
  const { NODE_ENV, AUTH_GOOGLE_ID, AUTH_GOOGLE_ISSUER } = env();
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy({
    nonce,
    development: NODE_ENV === "development",
    signInOrigin: AUTH_GOOGLE_ID && new URL(AUTH_GOOGLE_ISSUER).origin,
  });
  const headers = new Headers(request.headers);
  // Next puts the nonce that it finds here on its own scripts; app/layout.tsx reads x-nonce for the theme's.
  headers.set("Content-Security-Policy", policy);
  headers.set("x-nonce", nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}
