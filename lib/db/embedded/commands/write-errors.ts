import type { Context } from "../context";
import { ERROR_CODES, ServerError } from "../errors";
import type { Doc } from "../query";

// These say nothing of one statement: the command as a whole has failed.
const OF_THE_COMMAND = new Set<number>([
  ERROR_CODES.WriteConflict,
  ERROR_CODES.NoSuchTransaction,
  ERROR_CODES.TransactionTooOld,
  ERROR_CODES.TransactionTooLarge,
  ERROR_CODES.MaxTimeMSExpired,
  ERROR_CODES.InterruptedAtShutdown,
  ERROR_CODES.OutOfDiskSpace,
  ERROR_CODES.InternalError,
]);

/** Whether a failure belongs into `writeErrors`, with the other statements going on where they may. */
export function isStatementError(error: unknown): error is ServerError {
  return error instanceof ServerError && !OF_THE_COMMAND.has(error.code);
}

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
