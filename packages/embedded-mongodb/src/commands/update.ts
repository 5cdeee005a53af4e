import { failedToParse, serverError } from "../errors";
import { findStored, type FindOptions } from "../planner/scan";
import { truthy } from "../query/numbers";
import { compileUpdate } from "../query/update";
import { upsertDocument } from "../query/upsert";
import { isNullish, startsWithOperator, type Doc } from "../query/values";
import type { Collection } from "../storage/documents";
import { docField, namespaceOf, optionalDoc, writeStatement, type Context } from "./context";
import { checkFields } from "./known-fields";
import { runStatements, statementsOf, withId } from "./writes";

export async function update(context: Context): Promise<Doc> {
  const { updates } = context.command;
  if (updates === undefined) throw serverError("IDLFailedToParse", "BSON field 'update.updates' is missing");
  const specs = statementsOf(updates);
  for (const spec of specs) {
    checkFields("update.updates", spec);
    if (spec.u === undefined)
      throw serverError("IDLFailedToParse", "BSON field 'update.updates.u' is missing");
  }
  return runStatements(context, specs, { n: 0, nModified: 0 }, (spec, collection) => {
    const multi = truthy(spec.multi);
    if (multi && !startsWithOperator(spec.u as Doc)) {
      throw failedToParse("multi update is not supported for replacement-style update");
    }
    const query = { filter: docField(spec, "q"), limit: multi ? 0 : 1 };
    const change = { update: spec.u, upsert: truthy(spec.upsert) };
    const all = updateFound(collection, query, change);
    const inserted = all.find(({ before }) => !before);
    const nModified = all.filter(({ isModified }) => isModified).length;
    return { n: all.length, nModified, ...(inserted && { upserted: inserted.after._id }) };
  });
}

export async function findAndModify(context: Context): Promise<Doc> {
  const { command } = context;
  const remove = truthy(command.remove);
  const upsert = truthy(command.upsert);
  if (remove !== isNullish(command.update))
    throw failedToParse("Either an update or remove=true must be specified, not both");
  if (remove && (upsert || truthy(command.new)))
    throw failedToParse("Cannot specify remove=true with upsert=true or new=true");
  const query = { filter: docField(command, "query"), sort: optionalDoc(command, "sort"), limit: 1 };
  return writeStatement(context, namespaceOf(context), (collection): Doc => {
    if (remove) {
      const [stored] = findStored(collection.writer, collection.info, query);
      if (stored) collection.remove(stored);
      return { lastErrorObject: { n: stored ? 1 : 0 }, value: stored?.doc ?? null };
    }
    const [updated] = updateFound(collection, query, { update: command.update, upsert });
    const lastErrorObject: Doc = { n: updated ? 1 : 0, updatedExisting: Boolean(updated?.before) };
    if (updated && !updated.before) lastErrorObject.upserted = updated.after._id;
    return { lastErrorObject, value: updated?.[truthy(command.new) ? "after" : "before"] ?? null };
  });
}

type Updated = { before: Doc | null; after: Doc; isModified: boolean };

/** Updates the documents that a query finds. With `upsert`, inserts one if there are none; that was null before. */
function updateFound(
  collection: Collection,
  query: FindOptions,
  change: { update: unknown; upsert: boolean },
): Updated[] {
  const apply = compileUpdate(change.update);
  // Finds all documents first, so that a document moved by its own update is not found again.
  const found = [...findStored(collection.writer, collection.info, query)];
  if (found.length > 0) {
    return found.map((stored) => {
      const after = apply(stored.doc);
      return { before: stored.doc, after, isModified: collection.replace(stored, after) };
    });
  }
  if (!change.upsert) return [];
  const after = withId(upsertDocument(query.filter, change.update as Doc, apply));
  collection.insert(after);
  return [{ before: null, after, isModified: false }];
}
