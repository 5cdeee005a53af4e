import { failedToParse, serverError } from "../errors";
import { findStored } from "../planner/scan";
import { compileFilter } from "../query/filter";
import { truthy } from "../query/numbers";
import { compileUpdate, isReplacement } from "../query/update";
import { upsertDocument } from "../query/upsert";
import type { Doc } from "../query/values";
import { docField, type Context } from "./context";
import { withId } from "./insert";
import { checkFields } from "./known-fields";
import { runStatements, statementsOf, type Statement } from "./writes";

/** update: https://www.mongodb.com/docs/manual/reference/command/update/ */
export async function update(context: Context): Promise<Doc> {
  const { updates } = context.command;
  if (updates === undefined) throw serverError("IDLFailedToParse", "BSON field 'update.updates' is missing");
  const specs = statementsOf(updates);
  for (const spec of specs) {
    checkFields("update.updates", spec);
    if (spec.u === undefined)
      throw serverError("IDLFailedToParse", "BSON field 'update.updates.u' is missing");
  }
  return runStatements(context, specs, { n: 0, nModified: 0 }, updateWith(context));
}

function updateWith({ database: { documents } }: Context): Statement {
  return (spec, writer, target, create) => {
    const filter = docField(spec, "q");
    const change = spec.u as Doc;
    const apply = compileUpdate(change);
    const multi = truthy(spec.multi);
    if (multi && isReplacement(change)) {
      throw failedToParse("multi update is not supported for replacement-style update");
    }
    if (!target) compileFilter(filter);
    // Finds all documents first, so that a document moved by its own update is not found again.
    const found = target ? [...findStored(writer, target.info, { filter, limit: multi ? 0 : 1 })] : [];
    if (found.length > 0 && target) {
      const modified = found.filter((stored) => documents.replace(writer, target, stored, apply(stored.doc)));
      return { n: found.length, nModified: modified.length };
    }
    if (!truthy(spec.upsert)) return { n: 0, nModified: 0 };
    const doc = withId(upsertDocument(filter, change, apply));
    documents.insert(writer, target ?? create(), doc);
    return { n: 1, nModified: 0, upserted: doc._id };
  };
}
