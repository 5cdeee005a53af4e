import type { NextRequest } from "next/server";
import { getSessionUser, handlers } from "@/lib/auth";
import { AppError } from "@/lib/errors";
import { json } from "@/lib/json-response";
import { openHandler } from "@/lib/open-handler";

// Auth.js's own calls, but for the session: Auth.js would encrypt it anew with each read, and does not know whether it
// has ended.

/** The last part of the path: "session", or "google" in /api/auth/callback/google. */
const actionOf = ({ nextUrl }: NextRequest) => nextUrl.pathname.replace(/^\/api\/auth\//, "");

export const GET = openHandler(async (request: NextRequest) => {
  if (actionOf(request) !== "session") return handlers.GET(request);
  const user = await getSessionUser();
  return json(user && { user });
});

export const POST = openHandler((request: NextRequest) => {
  if (actionOf(request) !== "session") return handlers.POST(request);
  throw new AppError("method-not-allowed", undefined, { headers: { Allow: "GET, HEAD" } });
});
