import "server-only";
import { randomUUID } from "node:crypto";
import { isOutage } from "@/lib/db/server-errors";
import { AppError, isNotFound, RETRY_AFTER } from "@/lib/server/errors";
import { log } from "@/lib/server/log";
import { currentRequest, note } from "@/lib/server/log/request";
import { noteNotFound } from "./noted-refusals";

/** A JSON answer that is never cached. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });
}

/** Converts any error to a JSON answer. Internal errors are logged, and only the id of the request is sent. */
export function errorResponse(error: unknown): Response {
  if (isNotFound(error)) noteNotFound();
  if (error instanceof AppError) {
    note({ code: error.code });
    return json(error.toBody(), error.status, error.headers);
  }
  const known = isOutage(error)
    ? new AppError("unavailable", undefined, { headers: RETRY_AFTER })
    : new AppError("internal");
  note({ code: known.code });
  const id = currentRequest()?.id ?? randomUUID();
  log.error({ err: error }, "A call failed.");
  return json({ ...known.toBody(), id }, known.status, known.headers);
}
