import "server-only";
import { createHash } from "node:crypto";
import type { ObjectId } from "mongodb";
import type { IdempotencyKey } from "@/lib/db/idempotency";
import { AppError } from "@/lib/errors";

/**
 * Builds the key of a request from its Idempotency-Key header, user, method, path with parameters, and body.
 * @param body as parsed by its schema: fields in the schema's order, whatever their order in the request
 * @returns undefined without the header
 * @throws AppError "invalid" if it is not 1 to 100 visible ASCII characters
 */
export function idempotencyKeyOf(
  request: Request,
  user: ObjectId,
  body: unknown,
): IdempotencyKey | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) {
    throw new AppError("invalid", "An Idempotency-Key has 1 to 100 visible ASCII characters.");
  }
  const digest = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  return {
    user,
    id: `${user.toHexString()}:${request.method} ${new URL(request.url).pathname}:${key}`,
    digest,
  };
}
