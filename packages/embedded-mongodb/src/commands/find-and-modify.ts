import { failedToParse } from "../errors";
import { findStored } from "../planner/scan";
import { truthy } from "../query/numbers";
import { compileUpdate } from "../query/update";
import { upsertDocument } from "../query/upsert";
import type { Doc } from "../query/values";
import { docField, namespaceOf, optionalDoc, writeStatement, type Context } from "./context";
import { withId } from "./insert";

/** findAndModify: https://www.mongodb.com/docs/manual/reference/command/findAndModify/ */
export async function findAndModify(context: Context): Promise<Doc> {
  const { command } = context;
  const { documents } = context.database;
  const { remove, returnNew, upsert } = checkOptions(command);
  const query = { filter: docField(command, "query"), sort: optionalDoc(command, "sort"), limit: 1 };
  const apply = remove ? null : compileUpdate(command.update);
  const reply = await writeStatement(context, namespaceOf(context), (writer, target, create): Doc => {
    const [stored] = target ? findStored(writer, target.info, query) : [];
    if (stored && target) {
      if (!apply) {
        documents.remove(writer, target, stored);
        return { lastErrorObject: { n: 1 }, value: stored.doc };
      }
      const changed = apply(stored.doc);
      documents.replace(writer, target, stored, changed);
      return { lastErrorObject: { n: 1, updatedExisting: true }, value: returnNew ? changed : stored.doc };
    }
    if (!apply) return { lastErrorObject: { n: 0 }, value: null };
    if (!upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
    const doc = withId(upsertDocument(query.filter, command.update as Doc, apply));
    documents.insert(writer, target ?? create(), doc);
    const lastErrorObject = { n: 1, updatedExisting: false, upserted: doc._id };
    return { lastErrorObject, value: returnNew ? doc : null };
  });
  return { ...reply, ok: 1 };
}

function checkOptions(command: Doc): { remove: boolean; returnNew: boolean; upsert: boolean } {
  const remove = truthy(command.remove);
  const returnNew = truthy(command.new);
  const upsert = truthy(command.upsert);
  const hasUpdate = command.update !== undefined && command.update !== null;
  if (remove === hasUpdate)
    throw failedToParse("Either an update or remove=true must be specified, not both");
  if (remove && (upsert || returnNew)) {
    throw failedToParse("Cannot specify remove=true with upsert=true or new=true");
  }
  return { remove, returnNew, upsert };
}
