import "server-only";
import { randomUUID } from "node:crypto";
import { isOutage } from "@/lib/db/server-errors";
import { AppError, unavailable } from "@/lib/errors";

/** A JSON answer that is never cached. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });
}

/** Converts any error to a JSON answer. Internal errors are logged under an id, and only the id is sent. */
export function errorResponse(error: unknown): Response {
  if (error instanceof AppError) return json(error.toBody(), error.status, error.headers);
  const known = isOutage(error) ? unavailable() : new AppError("internal");
  const id = randomUUID();
  console.error(`[${id}]`, error);
  return json({ ...known.toBody(), id }, known.status, known.headers);
}
