import {
  docField,
  getCollection,
  optionalDoc,
  readerOf,
  truthy,
  numberField,
  type Context,
} from "../context";
import { checkNamespace, type CollectionInfo } from "../catalog";
import { allStored } from "../documents";
import { serverError } from "../errors";
import type { Reader } from "../kv";
import { runWithLookups } from "../lookups";
import { checkPipeline, encode, type Doc } from "../query";
import { findStored, type FindOptions } from "../scan";
import type { Reply } from "../wire";
import { explainCommand } from "./explain";
import { cursorReply } from "./find";

/** aggregate: https://www.mongodb.com/docs/manual/reference/command/aggregate/ */
export function aggregate(context: Context): Reply {
  const { command, engine } = context;
  if (truthy(command.explain)) return explainCommand(context, command, "queryPlanner");
  const pipeline = command.pipeline;
  if (!Array.isArray(pipeline))
    throw serverError("TypeMismatch", "'pipeline' option must be specified as an array");
  const onDatabase = command.aggregate === 1 || Number(command.aggregate) === 1;
  const name = onDatabase ? "$cmd.aggregate" : String(command.aggregate);
  if (!onDatabase) checkNamespace(context.database, name);
  if (command.cursor === undefined) {
    throw serverError(
      "FailedToParse",
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  }
  const namespace = `${context.database}.${name}`;
  const info = onDatabase ? null : getCollection(context, namespace);
  const results = runAggregate(context, info, pipeline as Doc[]);
  const batch = engine.cursors.start(namespace, toBytes(results), {
    batchSize: numberField(docField(command, "cursor"), "batchSize"),
    owner: context.transaction,
  });
  return cursorReply(namespace, "firstBatch", batch);
}

function* toBytes(results: Iterable<Doc>): Iterable<Uint8Array> {
  for (const doc of results) yield encode(doc);
}

function runAggregate(context: Context, info: CollectionInfo | null, pipeline: Doc[]): Iterable<Doc> {
  const reader = readerOf(context);
  const variables = optionalDoc(context.command, "let");
  // The whole pipeline is checked before its first stages are taken off it.
  checkPipeline(pipeline, { let: variables, collation: optionalDoc(context.command, "collation") });
  const { options, rest } = leadingQuery(pipeline);
  const find: FindOptions = {
    ...options,
    let: variables,
    hint: context.command.hint,
    deadline: context.deadline,
    collation: optionalDoc(context.command, "collation"),
  };
  const found = info ? findStored(reader, info, find) : [];
  const pipelineContext = {
    let: variables,
    collation: optionalDoc(context.command, "collation"),
    collection: (name: string) => allOf(context, reader, `${context.database}.${name}`),
  };
  const infoOf = (name: string) => context.engine.catalog.get(reader, `${context.database}.${name}`);
  return runWithLookups(documents(found), rest, pipelineContext, infoOf, reader);
}

function allOf(context: Context, reader: Reader, namespace: string): Iterable<Doc> {
  const info = context.engine.catalog.get(reader, namespace);
  return info ? documents(allStored(reader, info)) : [];
}

function* documents(found: Iterable<{ doc: Doc }>): Iterable<Doc> {
  for (const { doc } of found) yield doc;
}

/** The stages at the start of a pipeline that a query can do: $match, $sort, $skip, $limit, in this order. */
export function leadingQuery(pipeline: Doc[]): { options: FindOptions; rest: Doc[] } {
  const options: FindOptions = { filter: {} };
  let position = 0;
  const filters: Doc[] = [];
  for (; position < pipeline.length; position += 1) {
    const match = pipeline[position]?.$match;
    if (match === undefined || typeof match !== "object" || match === null) break;
    filters.push(match as Doc);
  }
  options.filter = filters.length === 1 ? (filters[0] as Doc) : filters.length > 1 ? { $and: filters } : {};
  const sort = pipeline[position]?.$sort;
  if (typeof sort === "object" && sort !== null && !hasMeta(sort as Doc)) {
    options.sort = sort as Doc;
    position += 1;
  }
  const skip = wholeNumber(pipeline[position]?.$skip);
  if (skip !== null) {
    options.skip = skip;
    position += 1;
  }
  const limit = wholeNumber(pipeline[position]?.$limit);
  if (limit !== null && limit > 0) {
    options.limit = limit;
    position += 1;
  }
  return { options, rest: pipeline.slice(position) };
}

function hasMeta(sort: Doc): boolean {
  return Object.values(sort).some((direction) => Number(direction) !== 1 && Number(direction) !== -1);
}

function wholeNumber(value: unknown): number | null {
  if (value === undefined || value === null || typeof value === "string") return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
