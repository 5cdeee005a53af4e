import { failedToParse, serverError, typeMismatch } from "../errors";
import { findStored, type FindOptions } from "../planner/scan";
import { compareValues } from "../query/compare";
import { collected } from "../query/group";
import { valueKey } from "../query/keys";
import { truthy } from "../query/numbers";
import { valuesAt } from "../query/paths";
import { compileStages } from "../query/pipeline";
import { compileProjection } from "../query/projection";
import { mapping } from "../query/stages";
import type { Doc } from "../query/values";
import { countStored } from "../storage/documents";
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
import { cursorBatchSize, cursorReply } from "./cursors";
import { finder } from "./leading-query";

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

export function find(context: Context): Reply {
  const { command, deadline } = context;
  const namespace = namespaceOf(context);
  const options = findOptions(command);
  const project =
    Object.keys(options.projection).length > 0 ? mapping(compileProjection(options.projection)) : null;
  const info = getCollection(context, namespace);
  const found = findStored(readerOf(context), info, { ...options, deadline });
  const batches = { batchSize: countField(command, "batchSize"), singleBatch: truthy(command.singleBatch) };
  return cursorReply(context, namespace, project ? project(found) : found, batches);
}

export function aggregate(context: Context): Reply {
  const { command } = context;
  const { pipeline, cursor } = command;
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  if (cursor === undefined) throw failedToParse("The 'cursor' option is required");
  const namespace = namespaceOf(context);
  const find = finder(context);
  const results = find(String(command.aggregate), compileStages(pipeline, find));
  return cursorReply(context, namespace, results, { batchSize: cursorBatchSize(command) });
}

export function count(context: Context): Doc {
  const filter = docField(context.command, "query");
  const info = getCollection(context, namespaceOf(context));
  if (info && Object.keys(filter).length === 0) {
    return { n: countStored(context.database.store, info) };
  }
  let n = 0;
  for (const _ of findStored(readerOf(context), info, { filter })) n += 1;
  return { n };
}

export function distinct(context: Context): Doc {
  const { key } = context.command;
  if (typeof key !== "string") throw serverError("IDLFailedToParse", "BSON field 'distinct.key' is missing");
  const info = getCollection(context, namespaceOf(context));
  const different = collected(valueKey);
  for (const { doc } of findStored(readerOf(context), info, { filter: docField(context.command, "query") })) {
    // Array elements count individually; an empty array does not count.
    for (const value of valuesAt(doc, key))
      if (!Array.isArray(value) || value.length > 0) different.add(value);
  }
  return { values: different.result().sort(compareValues) };
}
