import "server-only";
import { randomUUID } from "node:crypto";
import { isOutage } from "@/lib/db/server-errors";
import { AppError, isNotFound, RETRY_AFTER } from "@/lib/errors";
import { log } from "@/lib/log";
import { currentRequest, note } from "@/lib/log/request";
import { noteNotFound } from "./noted-refusals";

/** A JSON response that is never cached. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });
}

/** Converts any error to a JSON response. */
export function errorResponse(error: unknown): Response {
  const known = toAppError(error);
  return json(known.toBody(), known.status, known.headers);
}

/** Any error as one that can be sent. Of internal ones, which are logged, that is only the id of the request. */
export function toAppError(error: unknown): AppError {
  if (isNotFound(error)) noteNotFound();
  const known = error instanceof AppError ? error : unexpected(error);
  note({ code: known.code });
  return known;
}

function unexpected(error: unknown): AppError {
  const details = { id: currentRequest()?.id ?? randomUUID() };
  log.error({ err: error }, "A call failed.");
  return isOutage(error)
    ? new AppError("unavailable", undefined, { headers: RETRY_AFTER, details })
    : new AppError("internal", undefined, { details });
}
