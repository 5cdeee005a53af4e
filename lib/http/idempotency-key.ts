import "server-only";
import { createHash } from "node:crypto";
import type { IdempotencyKey } from "@/lib/db/idempotency";
import { AppError } from "@/lib/errors";

/**
 * The Idempotency-Key of a request, with what makes another request the same one: user, method, path with its
 * parameters, and body.
 * @param body as its schema gives it: fields in the schema's order, whatever their order in the request
 * @returns undefined where the header is missing
 * @throws AppError "invalid" where it is not 1 to 100 visible ASCII characters
 */
export function idempotencyKeyOf(
  request: Request,
  userId: string,
  body: unknown,
): IdempotencyKey | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) {
    throw new AppError("invalid", "An Idempotency-Key has 1 to 100 visible ASCII characters.");
  }
  const digest = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  return { id: `${userId}:${request.method} ${new URL(request.url).pathname}:${key}`, digest };
}
