import type { Database } from "../database";
import { ADVICE, serverError, ServerError } from "../errors";
import { encode } from "../query/codec";
import { ownValue, words, type Doc } from "../query/values";
import { OWNER_COMMAND } from "../server/owner";
import { Damaged } from "../storage/checksum";
import { describeDamage } from "../storage/describe-damage";
import type { Transaction } from "../storage/transactions";
import { numberField, sessionIdOf, toBigInt, type ConnectionInfo, type Context } from "./context";
import { hello } from "./handshake";
import { commands } from "./index";
import { checkFields } from "./known-fields";

// These end a transaction; they do not run inside it.
const ENDING = new Set(["commitTransaction", "abortTransaction"]);
const IN_TRANSACTIONS = words(
  "aggregate delete distinct find findAndModify getMore insert killCursors update",
);

/** Runs one command. @returns the encoded reply, also to one that fails */
export async function dispatch(
  database: Database,
  connection: ConnectionInfo,
  read: () => Doc,
): Promise<Buffer> {
  let transaction: Transaction | null = null;
  try {
    const command = read();
    const name = Object.keys(command)[0] ?? "";
    if (name === OWNER_COMMAND) return encode({ token: database.store.token, ok: 1 });
    const run = ownValue(commands, name);
    if (!run) throw serverError("CommandNotFound", `no such command: '${name}'. ${ADVICE}`);
    checkFields(name, command);
    if (run !== hello) checkPlace(database);
    const context = contextOf(database, connection, name, command);
    transaction = context.transaction = enterTransaction(context);
    const reply = await run(context);
    if (transaction) transaction.statements += 1;
    return reply instanceof Buffer ? reply : encode({ ...reply, ok: 1 });
  } catch (error) {
    if (transaction) database.transactions.abort(transaction);
    return encode(errorReply(database, error));
  }
}

// Reads are refused, too: a write that failed because the file was replaced is still in the one that is open.
function checkPlace({ store, transactions }: Database): void {
  try {
    store.checkPlace();
  } catch (error) {
    // They would keep their locks, as their ends are refused.
    transactions.abortAll();
    throw error;
  }
}

function contextOf(database: Database, connection: ConnectionInfo, name: string, command: Doc): Context {
  const { $db: db, txnNumber, lsid } = command;
  if (typeof db !== "string") throw serverError("FailedToParse", "$db is missing");
  const timeoutMs = numberField(command, "maxTimeMS") ?? 0;
  return {
    database,
    connection,
    name,
    db,
    command,
    sessionId: sessionIdOf(lsid),
    txnNumber: txnNumber === undefined ? null : toBigInt(txnNumber),
    transaction: null,
    deadline: timeoutMs > 0 && name !== "getMore" ? Date.now() + timeoutMs : Infinity,
  };
}

function enterTransaction(context: Context): Transaction | null {
  const { database, command, name, sessionId, txnNumber } = context;
  if (command.autocommit !== false) {
    if (txnNumber === null) return null;
    // With this wording, the driver suggests adding retryWrites=false to the connection string.
    const text =
      "Transaction numbers are only allowed on storage engines that support document-level locking";
    throw serverError("IllegalOperation", `${text}. Add retryWrites=false to the connection string.`);
  }
  if (sessionId === null || txnNumber === null) {
    throw serverError("InvalidOptions", "A transaction needs lsid and txnNumber");
  }
  if (ENDING.has(name)) return null;
  if (!IN_TRANSACTIONS.has(name)) {
    const text = `Cannot run '${name}' in a multi-document transaction.`;
    throw serverError("OperationNotSupportedInTransaction", text);
  }
  const transaction =
    command.startTransaction === true
      ? database.transactions.begin(sessionId, txnNumber)
      : database.transactions.require(sessionId, txnNumber);
  transaction.connection = context.connection;
  return transaction;
}

function errorReply(database: Database, error: unknown): Doc {
  const known = error instanceof ServerError ? error : unexpected(database, error);
  const { code, codeName, message, details } = known;
  return { ok: 0, errmsg: message, code, codeName, ...details };
}

function unexpected({ catalog, store }: Database, error: unknown): ServerError {
  if (error instanceof Damaged) {
    return serverError("DataCorruptionDetected", describeDamage(catalog, store.current, error));
  }
  const text = error instanceof Error ? error.message : String(error);
  return serverError("InternalError", `The database failed: ${text}`);
}
