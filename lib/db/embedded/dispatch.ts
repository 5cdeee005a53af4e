import { commands } from "./commands";
import { checkFields } from "./commands/known-fields";
import { numberField, sessionIdOf, txnNumberOf, type ConnectionInfo, type Context } from "./context";
import type { Engine } from "./engine";
import { serverError, ServerError } from "./errors";
import { ownToken, WHO_COMMAND } from "./owner";
import type { Doc } from "./query";
import type { Transaction } from "./transactions";
import type { Reply } from "./wire";

// These end a transaction; they do not take part in it.
const ENDING = new Set(["commitTransaction", "abortTransaction"]);
const IN_TRANSACTIONS = new Set([
  "abortTransaction",
  "aggregate",
  "commitTransaction",
  "create",
  "createIndexes",
  "delete",
  "distinct",
  "find",
  "findAndModify",
  "findandmodify",
  "getMore",
  "insert",
  "killCursors",
  "update",
]);

/** Runs one command and answers it, also where it fails: nothing but a reply comes out. */
export async function dispatch(engine: Engine, connection: ConnectionInfo, command: Doc): Promise<Reply> {
  let transaction: Transaction | null = null;
  try {
    const name = Object.keys(command)[0] ?? "";
    if (name === WHO_COMMAND) return { token: ownToken, ok: 1 };
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!run) throw serverError("CommandNotFound", `no such command: '${name}'`);
    checkFields(name, command);
    const context = contextOf(engine, connection, name, command);
    if (inTransaction(command)) transaction = enterTransaction(context);
    context.transaction = transaction;
    const reply = await run(context);
    if (transaction) transaction.statements += 1;
    return reply;
  } catch (error) {
    if (transaction) engine.transactions.abort(transaction.sessionId, transaction.number);
    return errorReply(error, transaction);
  }
}

function contextOf(engine: Engine, connection: ConnectionInfo, name: string, command: Doc): Context {
  const database = command.$db;
  if (typeof database !== "string") throw serverError("FailedToParse", "$db is missing");
  const patience = numberField(command, "maxTimeMS") ?? 0;
  return {
    engine,
    connection,
    name,
    database,
    command,
    sessionId: sessionIdOf(command.lsid),
    txnNumber: txnNumberOf(command),
    transaction: null,
    deadline: patience > 0 && name !== "getMore" ? Date.now() + patience : Infinity,
  };
}

function inTransaction(command: Doc): boolean {
  return command.autocommit === false;
}

function enterTransaction(context: Context): Transaction | null {
  const { engine, command, name, sessionId, txnNumber } = context;
  if (sessionId === null || txnNumber === null) {
    throw serverError("InvalidOptions", "A transaction needs lsid and txnNumber");
  }
  if (ENDING.has(name)) return null;
  if (!IN_TRANSACTIONS.has(name)) {
    throw serverError(
      "OperationNotSupportedInTransaction",
      `Cannot run '${name}' in a multi-document transaction.`,
    );
  }
  const transaction =
    command.startTransaction === true
      ? engine.transactions.begin(sessionId, txnNumber)
      : engine.transactions.require(sessionId, txnNumber);
  transaction.connection = context.connection;
  return transaction;
}

function errorReply(error: unknown, transaction: Transaction | null): Reply {
  const known = error instanceof ServerError ? error : unexpected(error);
  const labels = known.labels.filter(
    (label) => transaction !== null || label !== "TransientTransactionError" || known.code === 251,
  );
  return {
    ok: 0,
    errmsg: known.message,
    code: known.code,
    codeName: known.codeName,
    ...known.details,
    ...(labels.length > 0 ? { errorLabels: labels } : {}),
  };
}

function unexpected(error: unknown): ServerError {
  const text = error instanceof Error ? error.message : String(error);
  return serverError("InternalError", `The embedded database failed: ${text}`);
}
