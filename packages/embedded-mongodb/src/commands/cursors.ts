import { Long } from "bson";
import { typeMismatch } from "../errors";
import { appendField, encode, encodeArray } from "../query/codec";
import type { Row } from "../query/row";
import { BsonType, type Doc } from "../query/values";
import { countField, docField, toBigInt, type Context, type Reply } from "./context";

/** Replies with the first batch of a result, and a cursor for the rest. */
export function cursorReply(
  { database, transaction }: Context,
  namespace: string,
  items: Iterable<Row>,
  options: { batchSize?: number | undefined; singleBatch?: boolean },
): Reply {
  const { id, documents } = database.cursors.start(namespace, items, { ...options, owner: transaction });
  return reply(id, namespace, "firstBatch", documents);
}

function reply(id: bigint, namespace: string, name: string, documents: Buffer[]): Reply {
  const cursor = encode({ id: Long.fromBigInt(id), ns: namespace });
  const filled = appendField(cursor, name, BsonType.array, encodeArray(documents));
  return appendField(encode({ ok: 1 }), "cursor", BsonType.object, filled);
}

/** `batchSize` of a command's `cursor`. */
export function cursorBatchSize(command: Doc): number | undefined {
  return countField(docField(command, "cursor"), "batchSize");
}

export function getMore({ command, db, database, transaction }: Context): Reply {
  if (typeof command.collection !== "string")
    throw typeMismatch("BSON field 'getMore.collection' is missing");
  const namespace = `${db}.${command.collection}`;
  const batchSize = countField(command, "batchSize");
  const wanted = toBigInt(command.getMore);
  const { id, documents } = database.cursors.more(wanted, namespace, transaction, batchSize);
  return reply(id, namespace, "nextBatch", documents);
}

export function killCursors({ command, database }: Context): Doc {
  const killed: unknown[] = [];
  const missing: unknown[] = [];
  for (const cursor of Array.isArray(command.cursors) ? command.cursors : []) {
    const id = toBigInt(cursor);
    (database.cursors.kill(id) ? killed : missing).push(Long.fromBigInt(id));
  }
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] };
}
