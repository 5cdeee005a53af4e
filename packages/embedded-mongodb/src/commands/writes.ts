import { ObjectId } from "bson";
import { failedToParse, serverError, ServerError } from "../errors";
import { findStored } from "../planner/scan";
import { truthy } from "../query/numbers";
import { withIdFirst } from "../query/update";
import { isDocument, isRegex, type Doc } from "../query/values";
import type { Collection } from "../storage/documents";
import { docField, namespaceOf, numberField, writeStatement, type Context } from "./context";
import { checkFields } from "./known-fields";

/** What statements add to the counts of the reply; `upserted` is the `_id` of an inserted document. */
type Counts = { n: number; nModified?: number; upserted?: unknown };

/** The statements of a write command. @throws ServerError InvalidLength if there are none */
export function statementsOf(value: unknown): Doc[] {
  if (Array.isArray(value) && value.length > 0) return value as Doc[];
  throw serverError("InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
}

/**
 * Executes the statements of a write command in order, as one commit. `ordered` stops at the first failure. Earlier
 * statements keep their effect, except in a transaction.
 * @param none the counts of a reply when nothing has been written
 * @returns the reply
 */
export async function runStatements(
  context: Context,
  specs: Doc[],
  none: Record<string, number>,
  run: (spec: Doc, collection: Collection) => Counts,
): Promise<Doc> {
  const { command, transaction, database } = context;
  const ordered = command.ordered === undefined || truthy(command.ordered);
  const reply = await writeStatement(context, namespaceOf(context), (collection): Doc => {
    const counts = { ...none };
    const upserted: Doc[] = [];
    const writeErrors: Doc[] = [];
    for (const [index, spec] of specs.entries()) {
      try {
        const { upserted: _id, ...more } = run(spec, collection);
        for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
        if (_id !== undefined) upserted.push({ index, _id });
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        writeErrors.push({ index, code: error.code, ...error.details, errmsg: error.message });
        if (ordered) break;
      }
    }
    const lists = Object.entries({ upserted, writeErrors }).filter(([, list]) => list.length > 0);
    return { ...counts, ...Object.fromEntries(lists) };
  });
  if (transaction && reply.writeErrors) database.transactions.abort(transaction);
  return reply;
}

export async function insert(context: Context): Promise<Doc> {
  const inserts = statementsOf(context.command.documents);
  return runStatements(context, inserts, { n: 0 }, (doc, collection) => {
    collection.insert(withId(doc));
    return { n: 1 };
  });
}

/** The document with its `_id` first, a new one if it is missing. @throws ServerError InvalidIdField */
export function withId(doc: Doc): Doc {
  const id = doc._id;
  if (id === undefined) return withIdFirst({ ...doc, _id: new ObjectId() });
  if (Array.isArray(id) || isRegex(id)) {
    throw serverError("InvalidIdField", "The '_id' value cannot be of type array or regex");
  }
  const dollar = isDocument(id) && Object.keys(id).find((name) => name.startsWith("$"));
  if (dollar) {
    throw serverError("DollarPrefixedFieldName", `_id fields may not contain '$'-prefixed fields: ${dollar}`);
  }
  return Object.keys(doc)[0] === "_id" ? doc : { _id: id, ...doc };
}

export async function deleteDocuments(context: Context): Promise<Doc> {
  const deletes = statementsOf(context.command.deletes);
  for (const spec of deletes) {
    checkFields("delete.deletes", spec);
    limitOf(spec);
  }
  return runStatements(context, deletes, { n: 0 }, (spec, collection) => {
    const query = { filter: docField(spec, "q"), limit: limitOf(spec) };
    const found = [...findStored(collection.writer, collection.info, query)];
    for (const stored of found) collection.remove(stored);
    return { n: found.length };
  });
}

function limitOf(spec: Doc): number {
  const limit = numberField(spec, "limit") ?? 0;
  if (limit === 0 || limit === 1) return limit;
  throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
}
