import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { notFound } from "@/lib/errors";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** What a request's Authorization header says after "Bearer"; null without a header of this scheme. */
export function bearerOf(headers: Headers): string | null {
  const [found, given = ""] = /^Bearer(?: +(.*))?$/i.exec(headers.get("authorization") ?? "") ?? [];
  return found === undefined ? null : given;
}

/**
 * Requires the secret of a setting as the request's bearer token. Whoever does not know it sees a path that does not
 * exist, and so does everyone if it is not set.
 * @throws AppError "not-found"
 */
export function requireBearer({ headers }: Request, name: "METRICS_TOKEN" | "CRON_SECRET"): void {
  const secret = env()[name];
  const given = bearerOf(headers) ?? "";
  // Digests have the same length, as a comparison in constant time needs.
  if (!secret || !timingSafeEqual(digest(given), digest(secret))) throw notFound();
}
