import {
  docField,
  getCollection,
  namespaceOf,
  numberField,
  optionalDoc,
  readerOf,
  truthy,
  type Context,
} from "../context";
import { counterKey, type CollectionInfo } from "../catalog";
import type { Stored } from "../documents";
import { serverError } from "../errors";
import { compareValues, compileFilter, compileProjection, encode, type Doc } from "../query";
import { findStored, type FindOptions } from "../scan";
import { BATCH, cursorId, type Reply } from "../wire";
import type { Batch } from "../cursors";

/** The cursor part of an answer. */
export function cursorReply(namespace: string, name: "firstBatch" | "nextBatch", batch: Batch): Reply {
  return {
    cursor: { id: cursorId(batch.id), ns: namespace },
    ok: 1,
    [BATCH]: { name, documents: batch.documents },
  };
}

/** What a find or an explain of one asks for. @throws ServerError for options that make no sense */
export function findOptions(command: Doc): FindOptions & { projection?: Doc } {
  const skip = numberField(command, "skip") ?? 0;
  const limit = numberField(command, "limit") ?? 0;
  if (skip < 0) throw notNegative("skip", skip);
  if (limit < 0) throw notNegative("limit", limit);
  return {
    filter: docField(command, "filter"),
    sort: optionalDoc(command, "sort"),
    projection: optionalDoc(command, "projection"),
    collation: optionalDoc(command, "collation"),
    hint: command.hint,
    let: optionalDoc(command, "let"),
    skip,
    limit,
  };
}

function notNegative(field: string, value: number): Error {
  return serverError("BadValue", `BSON field '${field}' value must be >= 0, actual value '${value}'`);
}

/** find: https://www.mongodb.com/docs/manual/reference/command/find/ */
export function find(context: Context): Reply {
  const { command, engine } = context;
  const namespace = namespaceOf(context);
  const options = findOptions(command);
  const project =
    options.projection && Object.keys(options.projection).length > 0
      ? compileProjection(options.projection, options.filter)
      : null;
  const info = getCollection(context, namespace);
  // A filter that makes no sense is refused even where there is nothing to filter.
  if (!info) compileFilter(options.filter, { let: options.let, collation: options.collation ?? undefined });
  const { deadline } = context;
  const found = info ? findStored(readerOf(context), info, { ...options, deadline }) : [];
  const batchSize = numberField(command, "batchSize");
  if (batchSize !== undefined && batchSize < 0) throw notNegative("batchSize", batchSize);
  const batch = engine.cursors.start(namespace, toBytes(found, project), {
    batchSize,
    singleBatch: truthy(command.singleBatch),
    noTimeout: truthy(command.noCursorTimeout),
    owner: context.transaction,
  });
  return cursorReply(namespace, "firstBatch", batch);
}

function* toBytes(found: Iterable<Stored>, project: ((doc: Doc) => Doc) | null): Iterable<Uint8Array> {
  for (const stored of found) yield project ? encode(project(stored.doc)) : stored.bytes;
}

/** count: https://www.mongodb.com/docs/manual/reference/command/count/ */
export function count(context: Context): Doc {
  const { command } = context;
  const info = getCollection(context, namespaceOf(context));
  const filter = docField(command, "query");
  const skip = numberField(command, "skip") ?? 0;
  const limit = Math.abs(numberField(command, "limit") ?? 0);
  if (!info) return { n: 0, ok: 1 };
  if (Object.keys(filter).length === 0) {
    const rest = Math.max(countAll(context, info) - skip, 0);
    return { n: limit > 0 ? Math.min(limit, rest) : rest, ok: 1 };
  }
  let n = 0;
  const options = { filter, skip, limit, hint: command.hint, collation: optionalDoc(command, "collation") };
  for (const _ of findStored(readerOf(context), info, options)) n += 1;
  return { n, ok: 1 };
}

/** The number of documents in a collection, kept with every write. */
export function countAll(context: Context, info: CollectionInfo): number {
  return readerOf(context).counter(counterKey(info.id, "count"));
}

/** distinct: https://www.mongodb.com/docs/manual/reference/command/distinct/ */
export function distinct(context: Context): Doc {
  const { command } = context;
  const key = command.key;
  if (typeof key !== "string")
    throw serverError("IDLFailedToParse", "BSON field 'distinct.key' is missing but a required field");
  const info = getCollection(context, namespaceOf(context));
  const values: unknown[] = [];
  if (info) {
    const options = {
      filter: docField(command, "query"),
      hint: command.hint,
      collation: optionalDoc(command, "collation"),
    };
    for (const stored of findStored(readerOf(context), info, options))
      values.push(...presentValues(stored.doc, key.split(".")));
  }
  values.sort(compareValues);
  return {
    values: values.filter((value, at) => at === 0 || compareValues(values[at - 1], value) !== 0),
    ok: 1,
  };
}

// Elements of an array count one by one, a missing field does not count.
function presentValues(value: unknown, path: string[]): unknown[] {
  if (path.length === 0)
    return Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
  if (Array.isArray(value)) {
    const [part = "", ...rest] = path;
    const byPosition = /^\d+$/.test(part) ? presentValues(value[Number(part)], rest) : [];
    return [
      ...byPosition,
      ...value.flatMap((item) => (Array.isArray(item) ? [] : presentValues(item, path))),
    ];
  }
  if (typeof value !== "object" || value === null || value instanceof Date || "_bsontype" in value) return [];
  const [part = "", ...rest] = path;
  return Object.hasOwn(value, part) ? presentValues((value as Doc)[part], rest) : [];
}
