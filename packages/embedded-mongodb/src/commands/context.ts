import { Long, type Binary } from "bson";
import type { Database } from "../database";
import { serverError, typeMismatch } from "../errors";
import { isNumber, toNumber } from "../query/numbers";
import { isDocument, typeName, type Doc } from "../query/values";
import { catalogKey, checkNamespace, type CollectionInfo } from "../storage/catalog";
import { Collection } from "../storage/documents";
import type { Reader, Writer } from "../storage/kv";
import { Blocked, writeConflict } from "../storage/locks";
import { endOf, transactionAborted, type Transaction } from "../storage/transactions";

/** The connection of a client, as commands see it. */
export type ConnectionInfo = { id: number; address: string };

/** A command being executed. */
export type Context = {
  database: Database;
  connection: ConnectionInfo;
  name: string;
  /** The database name, `$db`. */
  db: string;
  command: Doc;
  sessionId: string | null;
  txnNumber: bigint | null;
  transaction: Transaction | null;
  /** When maxTimeMS ends, in milliseconds since 1970. */
  deadline: number;
};

/** The answer to a command: without `ok`, or encoded. */
export type Reply = Doc | Buffer | void;

/** What the command reads: its transaction's state, or the last committed one. */
export function readerOf({ transaction, database }: Context): Reader {
  return transaction?.overlay ?? database.store.current;
}

/** `database.collection` from the command's own argument. @throws ServerError InvalidNamespace */
export function namespaceOf({ command, name, db }: Context): string {
  const collection = command[name];
  if (typeof collection !== "string") {
    throw serverError("InvalidNamespace", `collection name has invalid type ${typeName(collection)}`);
  }
  checkNamespace(db, collection);
  return `${db}.${collection}`;
}

export function getCollection(context: Context, namespace: string): CollectionInfo | null {
  return context.database.catalog.get(readerOf(context), namespace);
}

/** Runs one statement that writes to a collection, in the command's transaction or as its own commit. */
export async function writeStatement<T>(
  context: Context,
  namespace: string,
  work: (collection: Collection) => T,
): Promise<T> {
  const { database, transaction } = context;
  const run = (writer: Writer): T => work(new Collection(database.catalog, writer, namespace));
  if (!transaction) return database.transactions.statement(run, context.deadline);
  const deadline = Date.now() + FIRST_WRITE_TIMEOUT_MS;
  for (;;) {
    try {
      // Its writes use the indexes of its snapshot, which must still be the current ones.
      transaction.holder.check(catalogKey(namespace));
      const result = run(transaction.writer);
      transaction.checkSize();
      return result;
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
      if (transaction.statements > 0 || Date.now() >= deadline) throw writeConflict();
      await endOf(error.ended, deadline).catch(() => {
        throw writeConflict();
      });
      if (transaction.state !== "open") throw transactionAborted(transaction.number);
      transaction.restart();
    }
  }
}

// A conflict in a transaction's first statement needs no retry by the client: nothing has been read yet, so the
// transaction can restart behind the other one. Writers that start by touching the same document queue up here, and are
// served in the order in which they came. Who gave up sooner would come back after a random pause, behind later ones.
const FIRST_WRITE_TIMEOUT_MS = 5_000;

/** The id of a client session as hexadecimal digits. */
export function sessionIdOf(lsid: unknown): string | null {
  const id = (lsid as { id?: Binary } | null | undefined)?.id;
  if (id && id.position !== 16) throw serverError("InvalidUUID", "lsid.id has to be a UUID");
  return id?.toString("hex") ?? null;
}

/** A 64-bit number sent by the client: a cursor id or a transaction number. */
export function toBigInt(value: unknown): bigint {
  return Long.isLong(value) ? value.toBigInt() : BigInt(Math.trunc(Number(value)));
}

/** A numeric field of a command, whatever its BSON type; undefined if it is missing. */
export function numberField(command: Doc, field: string): number | undefined {
  const value = fieldOf(command, field, isNumber, "number");
  return value === undefined ? undefined : toNumber(value);
}

/** Like `numberField`. @throws ServerError BadValue for a negative number */
export function countField(command: Doc, field: string): number | undefined {
  const value = numberField(command, field);
  if (value === undefined || value >= 0) return value;
  throw serverError("BadValue", `BSON field '${field}' value must be >= 0, actual value '${value}'`);
}

/** A document in a command's field; undefined if it is missing. */
export function optionalDoc(command: Doc, field: string): Doc | undefined {
  return fieldOf(command, field, isDocument, "object") as Doc | undefined;
}

/** A document in a command's field; empty if it is missing. */
export function docField(command: Doc, field: string): Doc {
  return optionalDoc(command, field) ?? {};
}

function fieldOf(command: Doc, field: string, test: (value: unknown) => boolean, wanted: string): unknown {
  const value = command[field] ?? undefined;
  if (value === undefined || test(value)) return value;
  throw typeMismatch(`BSON field '${field}' is a '${typeName(value)}', and has to be a '${wanted}'`);
}
