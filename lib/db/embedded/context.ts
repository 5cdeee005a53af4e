import type { Binary } from "bson";
import { catalogKey, checkNamespace, type CollectionInfo } from "./catalog";
import type { Target } from "./documents";
import type { Engine } from "./engine";
import { serverError } from "./errors";
import type { Reader, Writer } from "./kv";
import type { Doc } from "./query";
import { endOf, noSuchTransaction, toBigInt, WriteConflict, type Transaction } from "./transactions";

/** A client's connection, as far as commands know it. */
export type ConnectionInfo = { id: number; address: string };

/** One command on its way through the server. */
export type Context = {
  engine: Engine;
  connection: ConnectionInfo;
  name: string;
  database: string;
  command: Doc;
  sessionId: string | null;
  txnNumber: bigint | null;
  transaction: Transaction | null;
  /** When the client's patience ends (maxTimeMS), in milliseconds since 1970. */
  deadline: number;
};

/** What the command sees: its transaction's state, or the last committed one. */
export function readerOf(context: Context): Reader {
  return context.transaction?.overlay ?? context.engine.storage.current;
}

/** `database.collection` of the command's own argument. @throws ServerError InvalidNamespace */
export function namespaceOf(context: Context): string {
  const name = context.command[context.name];
  if (typeof name !== "string") {
    throw serverError(
      "InvalidNamespace",
      `Failed to parse namespace element: collection name has invalid type ${typeof name}`,
    );
  }
  checkNamespace(context.database, name);
  return `${context.database}.${name}`;
}

export function getCollection(context: Context, namespace: string): CollectionInfo | null {
  return context.engine.catalog.get(readerOf(context), namespace);
}

/**
 * Runs one statement that writes to a collection: in the command's transaction, or as a commit of its own.
 * `work` gets null where the collection does not exist; `create` makes it.
 */
export async function writeStatement<T>(
  context: Context,
  namespace: string,
  work: (writer: Writer, target: Target | null, create: () => Target) => T,
): Promise<T> {
  const { engine, transaction } = context;
  const run = (writer: Writer): T => {
    const info = engine.catalog.get(writer, namespace);
    const create = () => ({ info: engine.catalog.create(writer, namespace) });
    return work(writer, info && { info }, create);
  };
  if (!transaction) return engine.transactions.statement(run, context.deadline);
  const patience = Date.now() + FIRST_WRITE_PATIENCE_MS;
  for (;;) {
    try {
      holdCollection(context, transaction, namespace);
      const result = run(transaction.overlay);
      transaction.checkSize();
      transaction.statements += 1;
      return result;
    } catch (error) {
      const mayWait = error instanceof WriteConflict && transaction.statements === 0 && Date.now() < patience;
      if (!mayWait) throw error;
      await waitInLine(error, transaction, patience);
    }
  }
}

// A conflict in a transaction's very first statement needs no retry by the client: it has read nothing yet, so
// it can begin anew behind the one in its way. Writers that start by touching the same document queue up here.
const FIRST_WRITE_PATIENCE_MS = 250;

async function waitInLine(conflict: WriteConflict, transaction: Transaction, until: number): Promise<void> {
  if (conflict.ended) {
    try {
      await endOf(conflict.ended, until);
    } catch {
      throw conflict;
    }
  }
  if (transaction.state !== "open") throw noSuchTransaction(transaction.number, true);
  transaction.restart();
}

// A transaction that writes goes by the indexes of its snapshot: they must still be the ones there are.
function holdCollection(context: Context, transaction: Transaction, namespace: string): void {
  const { catalog, storage } = context.engine;
  if (storage.isInFlight(catalogKey(namespace).toString("latin1"))) throw new WriteConflict(storage.settled);
  const before = catalog.get(transaction.snapshot, namespace);
  const now = catalog.get(storage.current, namespace);
  if (before && (!now || before.id !== now.id || !sameIndexes(before, now))) throw new WriteConflict();
  if (before) transaction.collections.add(before.id);
}

function sameIndexes(a: CollectionInfo, b: CollectionInfo): boolean {
  return (
    a.indexes.length === b.indexes.length && a.indexes.every((index, at) => index.id === b.indexes[at]?.id)
  );
}

/**
 * Carries out a statement once per transaction number: one that was sent again is answered with what was
 * answered then.
 */
export function once(
  context: Context,
  writer: Writer,
  statement: number,
  work: () => { reply: Doc; done: boolean },
): Doc {
  const { engine, sessionId, txnNumber, transaction } = context;
  if (transaction || sessionId === null || txnNumber === null) return work().reply;
  const before = engine.sessions.outcome(writer, sessionId, txnNumber, statement);
  if (before) return before;
  const { reply, done } = work();
  if (done) engine.sessions.save(writer, sessionId, txnNumber, { first: statement, last: statement, reply });
  return reply;
}

/** The id of a client session as hexadecimal digits. */
export function sessionIdOf(lsid: unknown): string | null {
  const id = (lsid as { id?: Binary } | null | undefined)?.id;
  if (!id) return null;
  const bytes = id.buffer.subarray(0, id.position);
  if (bytes.length !== 16) throw serverError("InvalidUUID", "lsid.id has to be a UUID");
  return Buffer.from(bytes).toString("hex");
}

export function txnNumberOf(command: Doc): bigint | null {
  return command.txnNumber === undefined ? null : toBigInt(command.txnNumber);
}

/** A number of a command's field, whatever BSON kind it has; undefined where it is missing. */
export function numberField(command: Doc, field: string): number | undefined {
  const value = command[field];
  if (value === undefined || value === null) return undefined;
  const number = Number(value);
  if (Number.isNaN(number)) {
    throw serverError(
      "TypeMismatch",
      `BSON field '${context(command)}.${field}' is the wrong type '${typeof value}', expected types '[long, int, decimal, double']`,
    );
  }
  return number;
}

/** A document of a command's field; empty where it is missing. */
export function docField(command: Doc, field: string): Doc {
  const value = command[field];
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value) || "_bsontype" in value) {
    throw serverError(
      "TypeMismatch",
      `BSON field '${context(command)}.${field}' is the wrong type '${Array.isArray(value) ? "array" : typeof value}', expected type 'object'`,
    );
  }
  return value as Doc;
}

export function optionalDoc(command: Doc, field: string): Doc | undefined {
  return command[field] === undefined || command[field] === null ? undefined : docField(command, field);
}

function context(command: Doc): string {
  return Object.keys(command)[0] ?? "";
}

export function truthy(value: unknown): boolean {
  return typeof value === "boolean" ? value : value !== undefined && value !== null && Number(value) !== 0;
}
