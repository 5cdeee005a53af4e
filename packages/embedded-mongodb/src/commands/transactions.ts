import { serverError } from "../errors";
import type { Doc } from "../query/values";
import { sessionIdOf, type Context } from "./context";

/** commitTransaction: https://www.mongodb.com/docs/manual/reference/command/commitTransaction/ */
export async function commitTransaction(context: Context): Promise<Doc> {
  const { sessionId, number } = numbersOf(context);
  await context.database.transactions.commit(sessionId, number);
  return { ok: 1 };
}

/** abortTransaction: https://www.mongodb.com/docs/manual/reference/command/abortTransaction/ */
export function abortTransaction(context: Context): Doc {
  const { sessionId, number } = numbersOf(context);
  context.database.transactions.require(sessionId, number);
  context.database.transactions.abort(sessionId, number);
  return { ok: 1 };
}

function numbersOf({ sessionId, txnNumber, name }: Context): { sessionId: string; number: bigint } {
  if (sessionId !== null && txnNumber !== null) return { sessionId, number: txnNumber };
  throw serverError("InvalidOptions", `${name} must be run within a transaction`);
}

/** endSessions: aborts the open transactions of the sessions. */
export function endSessions({ command, database }: Context): Doc {
  const list = command.endSessions;
  for (const lsid of Array.isArray(list) ? list : []) {
    const id = sessionIdOf(lsid);
    if (id !== null) database.transactions.forgetSession(id);
  }
  return { ok: 1 };
}
