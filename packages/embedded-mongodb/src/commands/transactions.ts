import { serverError } from "../errors";
import { sessionIdOf, type Context } from "./context";

export async function commitTransaction(context: Context): Promise<void> {
  const { sessionId, number } = numbersOf(context);
  await context.database.transactions.commit(sessionId, number);
}

export function abortTransaction(context: Context): void {
  const { sessionId, number } = numbersOf(context);
  const { transactions } = context.database;
  transactions.abort(transactions.require(sessionId, number));
}

function numbersOf({ sessionId, txnNumber, name }: Context): { sessionId: string; number: bigint } {
  if (sessionId !== null && txnNumber !== null) return { sessionId, number: txnNumber };
  throw serverError("InvalidOptions", `${name} must be run within a transaction`);
}

/** endSessions: aborts the open transactions of the sessions. */
export function endSessions({ command, database }: Context): void {
  const list = command.endSessions;
  for (const lsid of Array.isArray(list) ? list : []) {
    const id = sessionIdOf(lsid);
    if (id !== null) database.transactions.forgetSession(id);
  }
}
