import { findStored, type FindOptions, type ScanStats } from "../planner/scan";
import { toWhole } from "../query/numbers";
import { runStages } from "../query/pipeline";
import type { StageContext } from "../query/row";
import { isDocument, type Doc } from "../query/values";
import { getCollection, readerOf, type Context } from "./context";

/** The first stages of a pipeline that a query can execute: $match, $sort, $skip, $limit, in this order. */
export function leadingQuery(pipeline: readonly Doc[]): { options: FindOptions; rest: Doc[] } {
  const rest = [...pipeline];
  const take = <T>(name: string, read: (value: unknown) => T | null): T | null => {
    const value = rest[0] && Object.hasOwn(rest[0], name) ? read(rest[0][name]) : null;
    if (value !== null) rest.shift();
    return value;
  };
  const document = (value: unknown) => (isDocument(value) ? value : null);
  const positive = (value: unknown) => toWhole(value) || null;
  const filters: Doc[] = [];
  for (let filter = take("$match", document); filter; filter = take("$match", document)) filters.push(filter);
  const options = {
    filter: filters.length > 1 ? { $and: filters } : (filters[0] ?? {}),
    sort: take("$sort", document) ?? undefined,
    skip: take("$skip", positive) ?? undefined,
    limit: take("$limit", positive) ?? undefined,
  };
  return { options, rest };
}

/** Runs pipelines on collections of the command's database, the first stages of each as a query. */
export function finder(context: Context, stats?: ScanStats): StageContext["find"] {
  return function* find(collection, { source, stages }, filter) {
    const { options, rest } = leadingQuery(filter ? [{ $match: filter }, ...source] : source);
    const info = getCollection(context, `${context.db}.${collection}`);
    const query = { ...options, deadline: context.deadline };
    const found = findStored(readerOf(context), info, query, stats);
    yield* runStages(stages.slice(stages.length - rest.length), found);
  };
}
