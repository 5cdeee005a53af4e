import type { NextRequest } from "next/server";
import { limitVisitor } from "@/lib/server/http/memory-limits";
import { getSessionUser, handlers } from "@/lib/auth";
import { AppError } from "@/lib/errors";
import { json } from "@/lib/server/http/json-response";
import { publicHandler } from "@/lib/server/http/public-handler";

// Handles Auth.js's own routes, except for the session: Auth.js would encrypt it again on each read, and does not
// know whether it has ended.

/** The path after /api/auth/: "session", "callback/google". */
const actionOf = ({ nextUrl }: NextRequest) => nextUrl.pathname.replace(/^\/api\/auth\//, "");

/** Counts sign-in attempts, which are callbacks. @throws AppError "rate-limited" */
async function countSignIn(request: NextRequest): Promise<void> {
  if (actionOf(request).startsWith("callback/")) await limitVisitor(request.headers, "signIn");
}

export const GET = publicHandler(async (request: NextRequest) => {
  if (actionOf(request) !== "session") {
    await countSignIn(request);
    return handlers.GET(request);
  }
  const user = await getSessionUser();
  return json(user && { user });
});

export const POST = publicHandler(async (request: NextRequest) => {
  if (actionOf(request) === "session") {
    throw new AppError("method-not-allowed", undefined, { headers: { Allow: "GET, HEAD" } });
  }
  await countSignIn(request);
  return handlers.POST(request);
});
