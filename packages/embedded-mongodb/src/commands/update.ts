import { failedToParse, serverError } from "../errors";
import { findStored } from "../planner/scan";
import { compileFilter } from "../query/filter";
import { truthy } from "../query/numbers";
import { compileUpdate, isReplacement } from "../query/update";
import { upsertDocument } from "../query/upsert";
import type { Doc } from "../query/values";
import { docField, namespaceOf, type Context } from "./context";
import { withId } from "./insert";
import { checkFields } from "./known-fields";
import { runStatements, statementsOf, writeReply, type Statement } from "./writes";

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
  const { replies, errors } = await runStatements(context, namespaceOf(context), specs, updateWith(context));
  const reply = { n: 0, nModified: 0 };
  const upserted: Doc[] = [];
  for (const { index, reply: each } of replies) {
    reply.n += Number(each.n);
    reply.nModified += Number(each.nModified);
    if ("upserted" in each) upserted.push({ index, _id: each.upserted });
  }
  return writeReply({ ...reply, ...(upserted.length > 0 ? { upserted } : {}) }, errors);
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
