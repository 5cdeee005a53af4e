import { Binary } from "bson";
import { randomBytes } from "node:crypto";
import { sessionIdOf, type Context } from "../context";
import { serverError } from "../errors";
import type { Doc } from "../query";
import { SESSION_TIMEOUT_MS } from "../sessions";

/** commitTransaction: https://www.mongodb.com/docs/manual/reference/command/commitTransaction/ */
export async function commitTransaction(context: Context): Promise<Doc> {
  const { sessionId, number } = requireNumbers(context);
  await context.engine.transactions.commit(sessionId, number);
  return { ok: 1 };
}

/** abortTransaction: https://www.mongodb.com/docs/manual/reference/command/abortTransaction/ */
export function abortTransaction(context: Context): Doc {
  const { sessionId, number } = requireNumbers(context);
  context.engine.transactions.require(sessionId, number);
  context.engine.transactions.abort(sessionId, number);
  return { ok: 1 };
}

function requireNumbers(context: Context): { sessionId: string; number: bigint } {
  const { sessionId, txnNumber } = context;
  if (sessionId === null || txnNumber === null) {
    throw serverError("InvalidOptions", `${context.name} must be run within a transaction`);
  }
  return { sessionId, number: txnNumber };
}

/** startSession: https://www.mongodb.com/docs/manual/reference/command/startSession/ */
export function startSession(): Doc {
  const id = randomBytes(16);
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  return {
    id: { id: new Binary(id, Binary.SUBTYPE_UUID) },
    timeoutMinutes: SESSION_TIMEOUT_MS / 60_000,
    ok: 1,
  };
}

/** endSessions, killSessions: undoes what the sessions have left open. */
export function endSessions(context: Context): Doc {
  const list = context.command[context.name];
  if (Array.isArray(list)) {
    for (const lsid of list) {
      const id = sessionIdOf(lsid);
      if (id !== null) context.engine.transactions.forgetSession(id);
    }
  }
  return { ok: 1 };
}

export function refreshSessions(): Doc {
  return { ok: 1 };
}
