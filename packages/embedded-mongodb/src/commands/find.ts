import { serverError } from "../errors";
import { findStored, type FindOptions } from "../planner/scan";
import { compareValues } from "../query/compare";
import { valueKey } from "../query/keys";
import { truthy } from "../query/numbers";
import { valuesAt } from "../query/paths";
import { compileProjection } from "../query/projection";
import { mapping } from "../query/stages";
import type { Doc } from "../query/values";
import { countStored, type Stored } from "../storage/documents";
import {
  countField,
  docField,
  getCollection,
  namespaceOf,
  optionalDoc,
  readerOf,
  type Context,
  type Reply,
} from "./context";
import { cursorReply } from "./cursors";

/** Parses the options of a find, or of an explain of one. @throws ServerError for invalid options */
export function findOptions(command: Doc): FindOptions & { projection: Doc } {
  return {
    filter: docField(command, "filter"),
    sort: optionalDoc(command, "sort"),
    projection: docField(command, "projection"),
    skip: countField(command, "skip"),
    limit: countField(command, "limit"),
  };
}

/** find: https://www.mongodb.com/docs/manual/reference/command/find/ */
export function find(context: Context): Reply {
  const { command, deadline } = context;
  const namespace = namespaceOf(context);
  const options = findOptions(command);
  const project =
    Object.keys(options.projection).length > 0 ? mapping(compileProjection(options.projection)) : null;
  const found = foundBy(context, namespace, { ...options, deadline });
  const batches = { batchSize: countField(command, "batchSize"), singleBatch: truthy(command.singleBatch) };
  return cursorReply(context, namespace, project ? project(found) : found, batches);
}

/** The documents that a command finds; none if the collection does not exist. */
function foundBy(context: Context, namespace: string, options: FindOptions): Iterable<Stored> {
  return findStored(readerOf(context), getCollection(context, namespace), options);
}

/** count: https://www.mongodb.com/docs/manual/reference/command/count/ */
export function count(context: Context): Doc {
  const namespace = namespaceOf(context);
  const filter = docField(context.command, "query");
  const info = getCollection(context, namespace);
  if (info && Object.keys(filter).length === 0) {
    return { n: countStored(context.database.store, info), ok: 1 };
  }
  let n = 0;
  for (const _ of foundBy(context, namespace, { filter })) n += 1;
  return { n, ok: 1 };
}

/** distinct: https://www.mongodb.com/docs/manual/reference/command/distinct/ */
export function distinct(context: Context): Doc {
  const { key } = context.command;
  if (typeof key !== "string") throw serverError("IDLFailedToParse", "BSON field 'distinct.key' is missing");
  const found = foundBy(context, namespaceOf(context), { filter: docField(context.command, "query") });
  const different = new Map<string, unknown>();
  for (const { doc } of found) {
    // Array elements count individually; missing fields do not count.
    for (const value of valuesAt(doc, key)) if (!isMissing(value)) keep(different, value);
  }
  return { values: [...different.values()].sort(compareValues), ok: 1 };
}

// The first of equal values.
function keep(different: Map<string, unknown>, value: unknown): void {
  const key = valueKey(value);
  if (!different.has(key)) different.set(key, value);
}

const isMissing = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
