import { failedToParse } from "../errors";
import { findStored } from "../planner/scan";
import { truthy } from "../query/numbers";
import type { Doc } from "../query/values";
import { docField, namespaceOf, optionalDoc, writeStatement, type Context } from "./context";
import { updateFound } from "./update";

/** findAndModify: https://www.mongodb.com/docs/manual/reference/command/findAndModify/ */
export async function findAndModify(context: Context): Promise<Doc> {
  const { command } = context;
  const { remove, returnNew, upsert } = checkOptions(command);
  const query = { filter: docField(command, "query"), sort: optionalDoc(command, "sort"), limit: 1 };
  return writeStatement(context, namespaceOf(context), (collection): Doc => {
    if (remove) {
      const [stored] = findStored(collection.writer, collection.info, query);
      if (stored) collection.remove(stored);
      return { lastErrorObject: { n: stored ? 1 : 0 }, value: stored?.doc ?? null, ok: 1 };
    }
    const change = { update: command.update, upsert };
    const [updated] = updateFound(collection, query, change);
    const lastErrorObject: Doc = { n: updated ? 1 : 0, updatedExisting: Boolean(updated?.before) };
    if (updated && !updated.before) lastErrorObject.upserted = updated.after._id;
    return { lastErrorObject, value: updated?.[returnNew ? "after" : "before"] ?? null, ok: 1 };
  });
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
