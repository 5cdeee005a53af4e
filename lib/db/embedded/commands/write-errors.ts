import type { Context } from "../context";
import type { ServerError } from "../errors";
import type { Doc } from "../query";

/** An entry of `writeErrors`. */
export function writeError(index: number, error: ServerError): Doc {
  return { index, code: error.code, ...error.details, errmsg: error.message };
}

/** The answer of a write command. Inside a transaction any failed write undoes the transaction. */
export function finishWrites(context: Context, reply: Doc, errors: Doc[]): Doc {
  if (errors.length === 0) return { ...reply, ok: 1 };
  if (context.transaction) context.engine.transactions.abort(context.transaction.sessionId);
  return { ...reply, writeErrors: errors, ok: 1 };
}
